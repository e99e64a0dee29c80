import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import { mount } from 'svelte';
import './tokens.css';
import './base.css';
import App from './app.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app to draw the app into.');
mount(App, { target });

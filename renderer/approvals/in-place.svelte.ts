import { SvelteSet } from 'svelte/reactivity';

/** Calls whose question is drawn where they were made, so that the panel over the rooms does not draw it a second time. */
export const askedInPlace = new SvelteSet<string>();

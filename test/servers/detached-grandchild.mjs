// Leaves at once when stdin ends; its grandchild has a session of its own, ignores SIGTERM and stays. Prints `grandchild <pid>` on stderr.
import { spawn } from 'node:child_process';
import { serve, text, tool } from './rpc.mjs';

const stubborn = `process.on('SIGTERM', () => {}); process.send('up'); process.disconnect(); setInterval(() => {}, 1000)`;
const grandchild = spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
grandchild.once('message', () => console.error(`grandchild ${grandchild.pid}`));
grandchild.unref();
serve({ 'tools/list': () => ({ tools: [tool('hello')] }), 'tools/call': () => text('hello') });

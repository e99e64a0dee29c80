// Stays after stdin ends and ignores SIGTERM, and so does its grandchild, whose pid it prints on stderr as `grandchild <pid>`.
import { spawn } from 'node:child_process';
import { serve, text, tool } from './rpc.mjs';

process.on('SIGTERM', () => console.error('SIGTERM ignored'));
const stubborn = `process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 1000)`;
const grandchild = spawn(process.execPath, ['-e', stubborn], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
grandchild.once('message', () => console.error(`grandchild ${grandchild.pid}`));
setInterval(() => {}, 1000);
serve(
  { 'tools/list': () => ({ tools: [tool('hello')] }), 'tools/call': () => text('hello') },
  { onEnd: () => console.error('stdin ended') },
);

import { app } from '../state.svelte.js';

/** Asks the system for a folder and opens it; nothing happens when the person cancels. */
export async function chooseFolder(): Promise<void> {
  const answer = await app.act('workspace.choose', {});
  if (answer !== undefined && answer.path !== null) await app.act('workspace.open', { path: answer.path });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RouteError } from './route-error.js';

/** The release of the reference servers that the sample pins: a later one must not change what a person agreed to. */
const SAMPLE_RELEASE = '2026.8.31';

function sampleConfig(folder: string): string {
  const npx = (name: string, ...rest: string[]): string =>
    JSON.stringify(['-y', `@modelcontextprotocol/server-${name}@${SAMPLE_RELEASE}`, ...rest]);
  return `{
  // Four servers that need no key and no account. npx downloads each one the first time it starts.
  "mcpServers": {
    // Reads and writes files, in this folder only.
    "filesystem": { "command": "npx", "args": ${npx('filesystem', '.')} },
    // Remembers facts in memory.jsonl beside this folder's notes.
    "memory": { "command": "npx", "args": ${npx('memory')}, "env": { "MEMORY_FILE_PATH": ${JSON.stringify(join(folder, 'memory.jsonl'))} } },
    // Lets a model think in numbered steps that it can revise.
    "sequential-thinking": { "command": "npx", "args": ${npx('sequential-thinking')} },
    // Shows every feature of the protocol: images, progress, long operations.
    "everything": { "command": "npx", "args": ${npx('everything')} },
  },
}
`;
}

const welcome = `# Greenroom sample

Try these in the Tools room:

- \`filesystem › list_directory\` with the path \`notes\`
- \`filesystem › create_directory\` with the path \`notes/drafts\`: in SAFE and TRUST it asks you first
- \`everything › get-sum\`: numbers in, their sum out

Everything here is yours to change. The servers are listed in \`.greenroom/mcp.json\`.
`;

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes the sample workspace in the person's home folder; what is there already is kept as it is.
 * @returns its path
 * @throws RouteError `sample-not-written` when the folder cannot be written
 */
export async function writeSampleWorkspace(home: string): Promise<string> {
  // Not below ~/.greenroom: paths in there decide what runs, so every call that names one asks.
  const folder = join(home, 'greenroom-sample');
  try {
    await mkdir(join(folder, '.greenroom'), { recursive: true });
    await mkdir(join(folder, 'notes'), { recursive: true });
    await writeNew(join(folder, 'notes', 'welcome.md'), welcome);
    await writeNew(join(folder, '.greenroom', 'mcp.json'), sampleConfig(folder));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RouteError(
      'sample-not-written',
      `The sample workspace could not be written: ${why}. Make ${folder} writable, then try again.`,
      {
        cause,
      },
    );
  }
  return folder;
}

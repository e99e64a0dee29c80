import { readFile, realpath, stat } from 'node:fs/promises';
import { limits } from '../limits.js';
import type { RuleBreak } from './field-rules.js';

/** What a config file holds, as far as it can be read. */
export type ConfigFileText =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string; readonly realPath: string }
  | { readonly kind: 'unreadable'; readonly broken: RuleBreak; readonly line?: number; readonly realPath?: string };

const reasons: Readonly<Record<string, RuleBreak>> = {
  EACCES: { code: 'file-forbidden', message: 'You may not read this file. Change its permissions or its owner.' },
  EPERM: { code: 'file-forbidden', message: 'You may not read this file. Change its permissions or its owner.' },
  ELOOP: { code: 'file-link-loop', message: 'This link leads in a circle. Remove it.' },
};

/** The system's code of a failure, for example `EACCES`. */
export function systemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown';
}

/** Reads one file. Never throws, never reads more than the limit, never waits on a pipe or device. */
export async function readConfigFile(path: string): Promise<ConfigFileText> {
  try {
    const realPath = await realpath(path);
    const facts = await stat(realPath);
    if (!facts.isFile()) {
      const kind = facts.isDirectory() ? 'a folder' : 'no ordinary file';
      return { kind: 'unreadable', realPath, broken: { code: 'file-not-file', message: `This is ${kind}. Put a JSON file in its place.` } };
    }
    if (facts.size > limits.configFileBytes) {
      const most = String(limits.configFileBytes / (1_024 * 1_024));
      return {
        kind: 'unreadable',
        realPath,
        broken: { code: 'file-too-large', message: `This file is larger than ${most} MB and is not read.` },
      };
    }
    return { ...decoded(await readFile(realPath)), realPath };
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    const other: RuleBreak = {
      code: 'file-unreadable',
      message: `This file cannot be read (${code}). Check the disk, then press Refresh.`,
    };
    return { kind: 'unreadable', broken: reasons[code] ?? other };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodes(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    // `fatal` reports wrong bytes by throwing and has no other way
    return undefined;
  }
}

/** The file as text; with wrong bytes, the line of the first one. The byte order mark stays. */
function decoded(bytes: Buffer): { kind: 'text'; text: string } | { kind: 'unreadable'; broken: RuleBreak; line?: number } {
  const text = decodes(bytes);
  if (text !== undefined) return { kind: 'text', text };
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? 'This file is stored as UTF-16.' : 'This file holds bytes that are no UTF-8.';
  const broken = { code: 'file-encoding', message: `${encoding} Save it as UTF-8 in your editor.` };
  return isUtf16 ? { kind: 'unreadable', broken } : { kind: 'unreadable', broken, line: lineOfWrongByte(bytes) };
}

function lineOfWrongByte(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0 || decodes(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchProblem } from '../../main/servers/launch-error.js';
import { resolveCommand, type FileKind, type ResolveContext } from '../../main/servers/resolve-command.js';
import { temporaryFolder } from './fixture-launch.js';

function context(files: Readonly<Record<string, FileKind>>, changes: Partial<ResolveContext> = {}): ResolveContext {
  const exists = (file: string): FileKind => files[file] ?? 'missing';
  return { path: '/usr/bin:/opt/bin', cwd: '/work space', platform: 'linux', pathExt: '', exists, ...changes };
}

function problemOf(command: string, where: ResolveContext): LaunchProblem {
  const found = resolveCommand(command, where);
  if (found.ok) throw new Error(`found: ${found.value}`);
  return found.problem;
}

const windows = {
  path: 'C:\\Windows;"C:\\Program Files\\nodejs"',
  cwd: 'D:\\w',
  platform: 'win32',
  pathExt: '.COM;.EXE;.BAT;.CMD',
} as const;

describe('finding the file of a command', () => {
  it.each([
    ['a bare name by PATH, the first folder first', 'npx', { '/usr/bin/npx': 'executable', '/opt/bin/npx': 'executable' }, '/usr/bin/npx'],
    ['past a file that may not be executed', 'npx', { '/usr/bin/npx': 'file', '/opt/bin/npx': 'executable' }, '/opt/bin/npx'],
    ['past a folder of that name', 'npx', { '/usr/bin/npx': 'directory', '/opt/bin/npx': 'executable' }, '/opt/bin/npx'],
    ['a relative path from the working folder', './bin/run', { '/work space/bin/run': 'executable' }, '/work space/bin/run'],
    ['a path with spaces', '/a b/run it', { '/a b/run it': 'executable' }, '/a b/run it'],
  ] as const)('finds %s', (_name, command, files, file) => {
    expect(resolveCommand(command, context(files))).toEqual({ ok: true, value: file });
  });

  it('takes a relative entry of PATH from the working folder', () => {
    expect(resolveCommand('x', context({ '/work space/bin/x': 'executable' }, { path: 'bin' }))).toMatchObject({
      value: '/work space/bin/x',
    });
  });

  it.each([
    ['npx', /comes with Node.js.*PATH searched: \/usr\/bin:\/opt\/bin/],
    ['uvx', /install uv/],
    ['docker', /Install Docker/],
    ['python', /"python3"/],
    ['constructor', /whole path/],
    ['~/bin/x', /"~" is not expanded/],
    ['${HOME}/x', /variables are not expanded/],
    ['npx -y server', /each argument into "args"/],
    ['./missing', /Looked for: \/work space\/missing/],
    ['', /PATH searched/],
  ])('says what to do when %s is not found', (command, hint) => {
    const { code, headline, hint: found } = problemOf(command, context({}));
    expect(code).toBe('command-not-found');
    expect(headline).toBe(`The command "${command}" was not found.`);
    expect(found).toMatch(hint);
  });

  it('tells a folder and a file that may not be executed apart from what is missing', () => {
    const folder = problemOf('./x', context({ '/work space/x': 'directory' }));
    expect(folder.code).toBe('permission-denied');
    expect(folder.headline).toContain('folder');
    const file = problemOf('x', context({ '/opt/bin/x': 'file' }));
    expect(file.code).toBe('permission-denied');
    expect(file.hint).toContain('chmod +x');
    expect(problemOf('x', context({ '/opt/bin/x': 'directory' })).code).toBe('command-not-found');
    expect(problemOf('x', context({}, { path: '' })).hint).toContain('PATH searched: (empty)');
  });
});

describe('P2 on Windows', () => {
  const nodejs = 'C:\\Program Files\\nodejs\\';

  it('finds npx.cmd for npx, not the shell script that lies beside it', () => {
    const files = { [`${nodejs}npx`]: 'executable', [`${nodejs}npx.cmd`]: 'executable' } as const;
    expect(resolveCommand('npx', context(files, windows))).toEqual({ ok: true, value: `${nodejs}npx.cmd` });
    expect(resolveCommand('npx.CMD', context({ [`${nodejs}npx.CMD`]: 'executable' }, windows))).toMatchObject({
      value: `${nodejs}npx.CMD`,
    });
    expect(resolveCommand('npx', context({ [`${nodejs}npx`]: 'executable' }, windows))).toMatchObject({
      problem: { code: 'command-not-found' },
    });
  });

  it('takes PATHEXT in its order, also where it is not set, and never the current folder for a bare name', () => {
    const both = { 'C:\\Windows\\x.cmd': 'executable', 'C:\\Windows\\x.exe': 'executable' } as const;
    expect(resolveCommand('x', context(both, { ...windows, pathExt: '' }))).toMatchObject({ value: 'C:\\Windows\\x.exe' });
    expect(resolveCommand('x', context({ 'D:\\w\\x.exe': 'executable' }, windows)).ok).toBe(false);
    expect(resolveCommand('.\\x', context({ 'D:\\w\\x.exe': 'executable' }, windows))).toMatchObject({ value: 'D:\\w\\x.exe' });
  });

  it('quotes an argument that holds & and a space for the one file it belongs to, with no blanket shell', () => {
    const parsed = parseAsOnWindows(`${nodejs}npx.cmd`, ['-y', 'server', 'a & b']);
    expect(parsed.args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(parsed.args[3]).toContain('npx.cmd');
    // quoted and each sign escaped: cmd.exe takes it as one argument and runs nothing after the &
    expect(parsed.args[3]).toContain('^"a^ ^&^ b^"');
    expect(parsed.options.shell).toBe(false);
  });

  it('starts an .exe directly, its arguments as they are', () => {
    const exe = path.join(temporaryFolder(), 'node.exe');
    writeFileSync(exe, '', { mode: 0o755 });
    expect(parseAsOnWindows(exe, ['a & b'])).toMatchObject({ command: exe, args: ['a & b'], options: { shell: false } });
  });
});

interface ParsedCommand {
  readonly command: string;
  readonly args: string[];
  readonly options: { readonly shell: boolean };
}

/** What cross-spawn makes of a command on Windows: it looks at the platform when it is loaded. */
function parseAsOnWindows(command: string, args: string[]): ParsedCommand {
  const require = createRequire(import.meta.url);
  const file = require.resolve('cross-spawn/lib/parse.js');
  const real = process.platform;
  delete require.cache[file];
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    const parse = require(file) as (command: string, args: string[], options: object) => ParsedCommand;
    return parse(command, args, { shell: false, env: { PATH: '' } });
  } finally {
    Object.defineProperty(process, 'platform', { value: real });
    delete require.cache[file];
  }
}

import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../main/cli/arguments.js';

describe('the command line', () => {
  it.each([
    [['servers', '--json'], { kind: 'servers', json: true, workspace: '.', trust: false }],
    [['tools', '--server', 'a b'], { kind: 'tools', server: 'a b' }],
    [['search', 'create', 'directory', '--limit', '3'], { kind: 'search', words: 'create directory', limit: 3 }],
    [
      ['call', 'fs', 'write', '{"a":[1]}', '--mode', 'FULL', '--trust'],
      { kind: 'call', server: 'fs', tool: 'write', args: { a: [1] }, mode: 'FULL', trust: true },
    ],
    [['call', 'fs', 'list'], { kind: 'call', args: {}, mode: 'SAFE' }],
  ])('%j is understood', (argv, expected) => {
    expect(parseArguments(argv)).toMatchObject({ ok: true, command: expected });
  });

  it.each([
    [[], 'Which command?'],
    [['fly'], 'There is no command “fly”.'],
    [['servers', 'extra'], 'servers takes no words.'],
    [['search'], 'search takes the words to search for.'],
    [['search', 'x', '--limit', '0'], '--limit takes a whole number from 1 to 100.'],
    [['call', 'fs'], 'call takes SERVER TOOL JSON.'],
    [['call', 'fs', 'x', '[1]'], 'The arguments must be a JSON object'],
    [['call', 'fs', 'x', '{'], 'The arguments are no JSON'],
    [['call', 'fs', 'x', '{}', '--mode', 'safe'], '--mode safe is none of'],
    [['servers', '--nope'], '--nope'],
  ])('%j is refused in words', (argv, message) => {
    expect(parseArguments(argv)).toMatchObject({ ok: false, message: expect.stringContaining(message) as string });
  });
});

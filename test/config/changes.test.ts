import { describe, expect, it } from 'vitest';
import { sameDefinition } from '../../main/config/changes.js';
import type { ServerDefinition } from '../../main/config/definition.js';
import { loadText, serverOf } from './temp-home.js';

async function definitionOf(entry: string): Promise<ServerDefinition> {
  const { definition } = serverOf(await loadText(`{"mcpServers": {"x": ${entry}}}`), 'x');
  if (!definition.ok) throw new Error(definition.problem.message);
  return definition.value;
}

const before = '{"command": "a", "args": ["1", "2"], "env": {"A": "1", "B": "2"}}';

describe('whether a definition changed', () => {
  it.each([
    ['another layout, order of keys and a comment', '{ "env": { "B": "2", /* x */ "A": "1" },\n"args": ["1","2"], "command": "a" }', true],
    [
      'keys that do not define the server',
      '{"command": "a", "args": ["1", "2"], "env": {"A": "1", "B": "2"}, "description": "d", "disabled": true}',
      true,
    ],
    ['another order of arguments', '{"command": "a", "args": ["2", "1"], "env": {"A": "1", "B": "2"}}', false],
    ['another value of a variable', '{"command": "a", "args": ["1", "2"], "env": {"A": "1", "B": "3"}}', false],
    ['one more variable', '{"command": "a", "args": ["1", "2"], "env": {"A": "1", "B": "2", "__proto__": ""}}', false],
    ['a working folder', '{"command": "a", "args": ["1", "2"], "env": {"A": "1", "B": "2"}, "cwd": "."}', false],
    ['a remote server', '{"url": "https://h"}', false],
  ])('%s', async (_what, after, same) => {
    expect(sameDefinition(await definitionOf(before), await definitionOf(after))).toBe(same);
  });
});

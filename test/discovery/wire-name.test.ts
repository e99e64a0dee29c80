import { expect, test } from 'vitest';
import { WireNames, wireName, type ToolName } from '../../main/discovery/wire-name.js';

const long = 'x'.repeat(89);
const difficult: ToolName[] = [
  { server: 'a b', tool: 'x.y' },
  { server: 'a_b', tool: 'x.y' },
  { server: 'a_b', tool: 'x_y' },
  { server: 's', tool: `${long}1` },
  { server: 's', tool: `${long}2` },
  { server: `${long}1`, tool: 't' },
  { server: `${long}2`, tool: 't' },
  { server: '服务器', tool: '搜索' },
  { server: '服务器', tool: '查找' },
  { server: 'emoji', tool: '🔍' },
  { server: 'emoji', tool: '🔎' },
  { server: 'a__b', tool: 'c' },
  { server: 'a', tool: 'b__c' },
  { server: 'a_', tool: 'c' },
  { server: 'a', tool: '_c' },
  { server: 'A', tool: 'c' },
  { server: 'é', tool: 'c' },
  { server: 'e\u0301', tool: 'c' },
  { server: '\ud800', tool: 'c' },
  { server: '\ud801', tool: 'c' },
  { server: '', tool: '' },
  { server: '__proto__', tool: 'constructor' },
];

test('P29 names fit the alphabet and length of providers, are unique, and lead back to their tools', () => {
  const names = new WireNames();
  for (const name of difficult) names.add(name);
  const wire = difficult.map((name) => names.nameOf(name));
  for (const name of wire) expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
  expect(new Set(wire).size).toBe(difficult.length);
  expect(wire.map((name) => names.resolve(name))).toEqual(difficult);
});

test('P29 a name depends on its own pair alone, whatever came before', () => {
  const forward = new WireNames();
  const backward = new WireNames();
  for (const name of difficult) forward.add(name);
  for (const name of [...difficult].reverse()) backward.add(name);
  for (const name of difficult) expect([forward.nameOf(name), backward.nameOf(name)]).toEqual([wireName(name), wireName(name)]);
});

test('P29 a tool named like another tool’s hashed name does not take its place', () => {
  const victim = { server: 'a_b', tool: 'x.y' };
  const impostor = { server: 'a_b', tool: wireName(victim).replace('mcp__a_b__', '') };
  expect(wireName(impostor)).not.toBe(wireName(victim));
});

test('P29 two names with one hash get longer ones, in any order, and lose them when one goes', () => {
  const weak = (text: string): string => `0123456789${text.includes('.') ? 'a' : 'b'}${'c'.repeat(40)}`;
  const [dot, space] = [
    { server: 's', tool: 'x.y' },
    { server: 's', tool: 'x y' },
  ];
  for (const order of [
    [dot, space],
    [space, dot],
  ]) {
    const names = new WireNames(weak);
    for (const name of order) names.add(name);
    expect(names.nameOf(dot)).not.toBe(names.nameOf(space));
    expect([names.resolve(names.nameOf(dot)), names.resolve(names.nameOf(space))]).toEqual([dot, space]);
    expect(names.resolve(wireName(dot, weak))).toBeUndefined();
    names.remove(space);
    expect(names.nameOf(dot)).toBe(wireName(dot, weak));
  }
});

test('ordinary names are kept as they are', () => {
  expect(wireName({ server: 'github', tool: 'create_issue' })).toBe('mcp__github__create_issue');
  expect(wireName({ server: 'my-server_2', tool: 'get-Thing__x' })).toBe('mcp__my-server_2__get-Thing__x');
});

test('an unknown or removed name leads nowhere', () => {
  const names = new WireNames();
  names.add({ server: 's', tool: 't' });
  names.remove({ server: 's', tool: 't' });
  for (const name of ['mcp__s__t', 'mcp__s__u', '__proto__', '']) expect(names.resolve(name)).toBeUndefined();
});

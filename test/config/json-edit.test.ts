import { describe, expect, it } from 'vitest';
import { withMember, withoutMember } from '../../main/config/json-edit.js';
import { lastMembers, readJson, type JsonNode, type JsonText } from '../../main/config/json-text.js';

/** Edits the object under `o`, or the root when there is none. */
function edit(text: string, change: (json: JsonText, object: JsonNode) => string): string {
  const json = readJson(text);
  const object = lastMembers(json.root).members.get('o')?.value ?? json.root;
  if (!object) throw new Error('no object in the text');
  const edited = change(json, object);
  expect(readJson(edited).faults).toEqual([]);
  return edited;
}

const add = (text: string): string => edit(text, (json, object) => withMember(json, object, 'n', { k: [1] }));

const remove = (text: string, name: string): string =>
  edit(text, (json, object) => {
    const member = lastMembers(object).members.get(name);
    if (!member) throw new Error(`no member ${name}`);
    return withoutMember(json, object, member);
  });

describe('adding a member', () => {
  it.each([
    ['an object on one line stays on one line', '{"o": {"a": 1}}', '{"o": {"a": 1, "n": {"k":[1]}}}'],
    ['spaces inside the braces stay', '{ "o": { "a": 1 } }', '{ "o": { "a": 1, "n": {"k":[1]} } }'],
    [
      'the new member takes the indentation of the others',
      '{\n    "o": {\n        "a": 1\n    }\n}\n',
      '{\n    "o": {\n        "a": 1,\n        "n": {\n            "k": [\n                1\n            ]\n        }\n    }\n}\n',
    ],
    [
      'tabs and Windows line ends stay',
      '{\r\n\t"o": {\r\n\t\t"a": 1\r\n\t}\r\n}',
      '{\r\n\t"o": {\r\n\t\t"a": 1,\r\n\t\t"n": {\r\n\t\t\t"k": [\r\n\t\t\t\t1\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    ],
    [
      'a comment behind the last member stays with it',
      '{\n  "a": 1 // one\n}',
      '{\n  "a": 1, // one\n  "n": {\n    "k": [\n      1\n    ]\n  }\n}',
    ],
    [
      'a trailing comma stays the habit of the file',
      '{\n  "a": 1, /* one */\n  // end\n}',
      '{\n  "a": 1, /* one */\n  // end\n  "n": {\n    "k": [\n      1\n    ]\n  },\n}',
    ],
    ['an empty object gets its first line', '{\n  "o": {}\n}', '{\n  "o": {\n    "n": {\n      "k": [\n        1\n      ]\n    }\n  }\n}'],
    [
      'comments in an empty object stay above',
      '{\n  "o": {\n    // none yet\n  }\n}',
      '{\n  "o": {\n    // none yet\n    "n": {\n      "k": [\n        1\n      ]\n    }\n  }\n}',
    ],
    ['a byte order mark stays', '\uFEFF{"a": "}, //"}', '\uFEFF{"a": "}, //", "n": {"k":[1]}}'],
  ])('%s', (_what, before, after) => {
    expect(add(before)).toBe(after);
  });
});

describe('removing a member', () => {
  const three = '{\n  // top\n  "a": 1, // one\n  "b": {\n    "x": 2\n  },\n  /* three */ "c": 3\n  // end\n}';

  it.each([
    ['the first', 'a', '{\n  // top\n  // one\n  "b": {\n    "x": 2\n  },\n  /* three */ "c": 3\n  // end\n}'],
    ['one in the middle', 'b', '{\n  // top\n  "a": 1, // one\n  /* three */ "c": 3\n  // end\n}'],
    ['the last, with the comma before it', 'c', '{\n  // top\n  "a": 1, // one\n  "b": {\n    "x": 2\n  }\n  /* three */\n  // end\n}'],
  ])('%s: every comment stays', (_what, name, after) => {
    expect(remove(three, name)).toBe(after);
  });

  it.each([
    ['{"a": 1, "b": 2, "c": 3}', 'a', '{ "b": 2, "c": 3}'],
    ['{"a": 1, "b": 2, "c": 3}', 'b', '{"a": 1, "c": 3}'],
    ['{"a": 1, "b": 2, "c": 3}', 'c', '{"a": 1, "b": 2}'],
    ['{"a": 1}', 'a', '{}'],
    ['{"a": 1,}', 'a', '{}'],
    ['{\n  "a": 1,\n}', 'a', '{\n}'],
    ['{\r\n  "a": 1\r\n, "b": 2\r\n}', 'a', '{\r\n  "b": 2\r\n}'],
    ['{\n  "a": 1 /* , */ , // x\n  "b": 2\n}', 'a', '{\n  /* , */  // x\n  "b": 2\n}'],
    ['{"o": {"a": "}"}, "z": [1, 2]}', 'a', '{"o": {}, "z": [1, 2]}'],
  ])('%j without %s is %j', (before, name, after) => {
    expect(remove(before, name)).toBe(after);
  });
});

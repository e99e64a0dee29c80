import { expect, test } from 'vitest';
import { Catalog } from '../../main/discovery/catalog.js';
import { limits } from '../../main/limits.js';
import type { SearchAnswer } from '../../preload/contract/tool.js';
import { files, github, tool } from './sample-tools.js';

function sample(): Catalog {
  const catalog = new Catalog();
  catalog.replace('github', github);
  catalog.replace('files', files);
  return catalog;
}
const search = (query: string, limit = 5, server?: string): SearchAnswer => sample().search(query, { limit, server });
const names = (query: string): string[] => search(query).results.map(({ name }) => name);

test('P34 an exact wire name comes first, in any case, even where another tool speaks of it at length', () => {
  const catalog = sample();
  catalog.replace('spam', [tool('spam', 'mcp__github__list_issues list issues github '.repeat(50))]);
  for (const query of ['mcp__github__list_issues', ' MCP__GITHUB__LIST_ISSUES ', 'github/list_issues', 'list_issues']) {
    expect(catalog.search(query, { limit: 3 }).results[0]).toMatchObject({ server: 'github', name: 'list_issues' });
  }
});

test('P34 every tool is found by its wire name and by its name', () => {
  const catalog = sample();
  for (const { name, wireName } of catalog.list()) {
    expect(catalog.search(wireName, { limit: 1 }).results[0]?.wireName).toBe(wireName);
    expect(catalog.search(name, { limit: 1 }).results[0]?.name).toBe(name);
  }
});

test('P34 words are split on case, underscore, hyphen and dot', () => {
  for (const query of ['pull request diff', 'pullRequest', 'PULL_REQUEST', 'pull-request.diff'])
    expect(names(query)[0]).toBe('getPullRequestDiff');
  expect(names('allowed directories')[0]).toBe('list-allowed.directories');
});

test('P34 parameter names and their descriptions are searched, and the answer says where a word was found', () => {
  expect(search('labels').results[0]).toMatchObject({ name: 'create_issue', matched: [{ word: 'labels', field: 'parameter' }] });
  expect(names('qualifiers')).toEqual(['search_code']);
});

test('P34 the total counts all matches, not only those shown', () => {
  const answer = search('create', 1);
  expect(answer.results).toHaveLength(1);
  expect(answer.total).toBe(2);
});

test('P34 words that match nothing are named', () => {
  expect(search('create zzzz issue qqqq').unmatched).toEqual(['zzzz', 'qqqq']);
});

test('P34 no match gives no results, and the nearest names', () => {
  const answer = search('crxatxdirxctxry');
  expect(answer).toMatchObject({ results: [], total: 0, unmatched: ['crxatxdirxctxry'] });
  expect(answer.nearest[0]).toBe('mcp__files__create_directory');
  expect(search('   ')).toMatchObject({ results: [], total: 0, nearest: [] });
});

test('P34 tools of a server that is gone are neither found nor listed nor resolved', () => {
  const catalog = sample();
  catalog.remove('github');
  expect(catalog.search('mcp__github__list_issues', { limit: 5 }).results.filter(({ server }) => server === 'github')).toEqual([]);
  expect(catalog.resolve('mcp__github__list_issues')).toBeUndefined();
  expect(catalog.list().map(({ server }) => server)).not.toContain('github');
});

test('P34 what the search finds can be resolved and looked up', () => {
  const catalog = sample();
  for (const hit of catalog.search('create list read', { limit: 50 }).results) {
    expect(catalog.resolve(hit.wireName)).toMatchObject({ server: hit.server, tool: { name: hit.name } });
    expect(catalog.detail(hit.server, hit.name)?.wireName).toBe(hit.wireName);
  }
});

test('P34 a pattern with a hyphen and brackets works, an invalid one is read as words and says so', () => {
  expect(names('/list[-_](allowed|issues)/').sort()).toEqual(['list-allowed.directories', 'list_issues']);
  const invalid = search('/create_issue(/');
  expect(invalid.results[0]?.name).toBe('create_issue');
  expect(invalid.note).toMatch(/no valid regular expression/);
});

test('a pattern that would run for ever is stopped, and one that is too long is refused', () => {
  const catalog = sample();
  catalog.replace('trap', [tool('trap', `${'a'.repeat(60)}!`)]);
  expect(catalog.search('/^(.*\\n)*(a+)+$/', { limit: 5 })).toMatchObject({
    results: [],
    note: expect.stringMatching(/was stopped/) as string,
  });
  expect(catalog.search(`/${'a'.repeat(limits.patternChars + 1)}/`, { limit: 5 }).note).toMatch(/longer than 200/);
});

test('typing errors, plurals and endings are forgiven', () => {
  expect(names('directry')[0]).toBe('create_directory');
  expect(names('creaate isue')[0]).toBe('create_issue');
  expect(names('creating issues')[0]).toBe('create_issue');
});

test('a search in one server finds nothing of the others', () => {
  expect(search('create', 5, 'files').results.map(({ server }) => server)).toEqual(['files']);
  expect(search('create', 5, 'none')).toMatchObject({ results: [], total: 0, unmatched: ['create'] });
});

test('the answer does not depend on the order in which servers came or were replaced', () => {
  const other = new Catalog();
  other.replace('files', github);
  other.replace('files', files);
  other.replace('github', [...github].reverse());
  for (const query of ['create issue', 'list', 'path file', '/e/']) {
    expect(other.search(query, { limit: 50 })).toEqual({ ...sample().search(query, { limit: 50 }), ms: expect.any(Number) as number });
  }
});

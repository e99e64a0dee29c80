import type { CatalogTool } from '../../main/discovery/catalog.js';

export function tool(name: string, description = '', properties: Record<string, { type: string; description?: string }> = {}): CatalogTool {
  return { name, description, inputSchema: { type: 'object', properties } };
}

export const github = [
  tool('create_issue', 'Create a new issue in a repository', {
    title: { type: 'string' },
    labels: { type: 'array', description: 'How to mark it' },
  }),
  tool('list_issues', 'List the issues of a repository'),
  tool('getPullRequestDiff', 'Get the changes of a pull request'),
  tool('search_code', 'Search code', { q: { type: 'string', description: 'Query with qualifiers such as language' } }),
];

export const files = [
  tool('read_file', 'Read the whole content of a file', { path: { type: 'string' } }),
  tool('create_directory', 'Create a folder', { path: { type: 'string' } }),
  tool('list-allowed.directories', 'Folders that may be reached'),
];

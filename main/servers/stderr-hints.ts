/** One thing that servers say on stderr when they fail, and what it means to a person. */
interface Rule {
  readonly pattern: RegExp;
  readonly hint: (found: RegExpExecArray) => string;
}

/** Longer lines are no error message; also keeps the time of the patterns bounded, whatever a server prints. */
const mostCharacters = 1_000;

const services: Readonly<Record<string, string>> = {
  3306: 'the database',
  5432: 'the database',
  6379: 'Redis',
  9200: 'Elasticsearch',
  11434: 'Ollama',
  27017: 'the database',
};

const start = (port: string): string => services[port] ?? 'the program that should answer there';

function refused(port: string | undefined): string {
  if (port === undefined) return 'The service that it needs does not accept connections. Start that service, then press Restart.';
  return `Nothing accepts connections on port ${port}. Start ${start(port)}, then press Restart.`;
}

function missingVariable(name: string | undefined): string {
  return `It needs the environment variable ${name ?? ''}. Add it to "env" of the entry, then press Restart.`;
}

/** In the order of how surely each tells the cause; the first that matches any line is taken. */
const rules: readonly Rule[] = [
  {
    pattern: /Cannot connect to the Docker daemon|docker daemon is not running|error during connect.*docker/i,
    hint: () => 'Docker is not running. Start Docker, then press Restart.',
  },
  {
    pattern: /EADDRINUSE.*?:(\d{2,5})\b/,
    hint: ([, port]) => `Port ${port} is taken by another program. End that program or choose another port, then press Restart.`,
  },
  {
    pattern: /EADDRINUSE|address already in use/i,
    hint: () => 'A port that it needs is taken by another program. End that program or choose another port, then press Restart.',
  },
  { pattern: /(?:ECONNREFUSED|connection refused|connect call failed).*?(?::|\bport |, )(\d{2,5})\b/i, hint: ([, port]) => refused(port) },
  { pattern: /port (\d{2,5})\b.*(?:connection refused|could not connect)/i, hint: ([, port]) => refused(port) },
  { pattern: /ECONNREFUSED|connection refused/i, hint: () => refused(undefined) },
  {
    pattern: /npm (?:error|ERR!) 404\b.*?'([^']+)'/i,
    hint: ([, name]) => `npm knows no package ${name}. Check its name and version in "args".`,
  },
  { pattern: /npm (?:error|ERR!) (?:code )?E?404\b/i, hint: () => 'npm does not know that package. Check its name and version in "args".' },
  {
    pattern: /npm (?:error|ERR!).*(?:ETARGET|No matching version found for (\S+?)\.?$)/i,
    hint: ([, name]) => `npm has no such version${name === undefined ? '' : ` (${name})`}. Check the version in "args".`,
  },
  {
    pattern: /(?:ENOTFOUND|EAI_AGAIN)\s+([\w.-]+)/,
    hint: ([, host]) => `The address ${host} could not be looked up. Check the network connection, then press Restart.`,
  },
  {
    pattern: /getaddrinfo|EAI_AGAIN|could not resolve host|temporary failure in name resolution|dns error|ENETUNREACH/i,
    hint: () => 'The network could not be reached. Check the connection, then press Restart.',
  },
  {
    pattern: /ModuleNotFoundError: No module named '([^']+)'/,
    hint: ([, name]) => `The Python module "${name}" is not installed in the Python that runs it. Install it there, then press Restart.`,
  },
  {
    pattern: /No module named ['"]?([\w.]+)/,
    hint: ([, name]) => `The Python module "${name}" is not installed in the Python that runs it. Install it there, then press Restart.`,
  },
  {
    pattern: /requires? node(?:\.js)?(?: version)? *(?:>=|v|\^|~|=)* *v?(\d+(?:\.\d+)*)/i,
    hint: ([, version]) => `It needs Node.js ${version} or newer. Update Node.js, then press Restart.`,
  },
  {
    pattern: /EBADENGINE|engine "node" is incompatible|ERR_REQUIRE_ESM|node:internal.*does not provide an export/i,
    hint: () => 'It does not run on the installed version of Node.js. Update Node.js, then press Restart.',
  },
  {
    pattern: /Cannot find (?:module|package) '([^']+)'/,
    hint: ([, name]) => `"${name}" was not found. Check the path in "args", or install its packages, then press Restart.`,
  },
  {
    pattern: /heap out of memory|^MemoryError|Cannot allocate memory/,
    hint: () => 'It ran out of memory. Give it less to do or more memory, then press Restart.',
  },
  { pattern: /^KeyError: '([A-Z][A-Z0-9_]{2,})'/, hint: ([, name]) => missingVariable(name) },
  {
    pattern: /(?:env(?:ironment)? ?var(?:iable)?s?|set|missing|requires?|provide)[^A-Z\n]{0,40}\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)/,
    hint: ([, name]) => missingVariable(name),
  },
  {
    pattern:
      /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b.{0,40}(?:is required|required|(?:is )?not set|(?:is )?missing|must be (?:set|provided)|is not defined|undefined)/,
    hint: ([, name]) => missingVariable(name),
  },
  {
    pattern: /\b401\b|unauthori[sz]ed|invalid (?:api[ _-]?key|token|credentials?)|authentication failed|bad credentials/i,
    hint: () => 'Its credentials were refused. Check the key or token in "env" of the entry, then press Restart.',
  },
  {
    pattern: /EACCES:? permission denied,? (?:\w+ )?'([^']+)'/i,
    hint: ([, file]) => `It may not use ${file}. Change the permissions of that path, then press Restart.`,
  },
  {
    pattern: /EACCES|permission denied/i,
    hint: () => 'It was refused access to something it needs. Check the permissions of the paths in "args", then press Restart.',
  },
  {
    pattern: /ENOENT: no such file or directory,? (?:\w+ )?'([^']+)'/,
    hint: ([, file]) => `${file} does not exist. Create it or correct the path in "args", then press Restart.`,
  },
  {
    pattern: /(?:can't open file|No such file or directory:?) '([^']+)'/,
    hint: ([, file]) => `${file} does not exist. Create it or correct the path in "args", then press Restart.`,
  },
  {
    pattern: /(?:^|[\s:])([\w.-]+): (?:command )?not found\b/,
    hint: ([, name]) => `It starts "${name}", which was not found. Install that, then press Restart.`,
  },
];

/** What the last lines of stderr say of the cause, in words for the person; empty when they match nothing known. */
export function hintOfStderr(lines: readonly string[]): string {
  const short = lines.map((line) => line.slice(0, mostCharacters));
  for (const { pattern, hint } of rules) {
    // the last word of a server is nearer to its end than the first
    const found = short.map((line) => pattern.exec(line)).findLast((match) => match !== null);
    if (found) return hint(found);
  }
  return '';
}

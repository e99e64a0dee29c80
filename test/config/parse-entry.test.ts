import { describe, expect, it } from 'vitest';
import type { ServerEntry } from '../../main/config/definition.js';
import { loadText, serverOf } from './temp-home.js';

/** Loads one entry, its text starting on line 3, column 1. */
async function load(entry: string, name = 'x'): Promise<ServerEntry> {
  return serverOf(await loadText(`{ "mcpServers": { ${JSON.stringify(name)}:\n\n${entry} } }`), name);
}

describe('entries that are read', () => {
  it('takes every key of a local entry as written', async () => {
    const server = await load(
      '{"type":"stdio","command":"npx","args":["-y","p"],"env":{"A":"1"},"cwd":"sub","timeout":2500,"disabled":true,"description":"d","preload":true,"preload_tools":["t"],"alwaysAllow":[1]}',
    );
    expect(server).toMatchObject({ disabled: true, description: 'd', preload: true, preloadTools: ['t'], warnings: [] });
    expect(server.definition).toEqual({
      ok: true,
      value: { transport: 'stdio', command: 'npx', args: ['-y', 'p'], env: { A: '1' }, cwd: 'sub', timeoutMs: 2_500 },
    });
  });

  it('takes every key of a remote entry as written', async () => {
    const server = await load(
      '{"url":"https://h/mcp","headers":{"Authorization":"Bearer x: y"},"oauth":{"client_id":"i","client_secret":"s","scope":"a b","redirect_uri":"http://127.0.0.1:1/cb"}}',
    );
    expect(server.definition).toEqual({
      ok: true,
      value: {
        transport: 'http',
        url: 'https://h/mcp',
        headers: { Authorization: 'Bearer x: y' },
        oauth: { clientId: 'i', clientSecret: 's', scope: 'a b', redirectUri: 'http://127.0.0.1:1/cb' },
        explicitType: false,
        viaMcpRemote: false,
      },
    });
  });

  it.each([
    ['"url":"https://h/mcp"', 'http', false],
    ['"url":"https://h/sse"', 'sse', false],
    ['"url":"https://h/sse?x=1"', 'sse', false],
    ['"url":"https://h/mcp?x=/sse"', 'http', false],
    ['"url":"https://h/sse","type":"http"', 'http', true],
    ['"url":"https://h/mcp","type":"streamable-http"', 'http', true],
    ['"url":"https://h/mcp","type":"streamableHttp"', 'http', true],
    ['"url":"https://h/mcp","type":"sse"', 'sse', true],
  ])('{%s} is reached over %s', async (fields, transport, explicitType) => {
    expect((await load(`{${fields}}`)).definition).toMatchObject({ ok: true, value: { transport, explicitType } });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a server and a variable named %s are ordinary ones',
    async (name) => {
      const server = await load(`{"command":"a","env":{${JSON.stringify(name)}:"v"}}`, name);
      const env = server.definition.ok && server.definition.value.transport === 'stdio' ? server.definition.value.env : {};
      expect(Object.entries(env)).toEqual([[name, 'v']]);
      expect(Object.hasOwn(Object.prototype, 'v')).toBe(false);
    },
  );
});

describe('entries that are invalid, each with the place of the fault', () => {
  it.each([
    ['{"command":1}', 'command-type', 12],
    ['{"command":"a","args":"x"}', 'args-type', 23],
    ['{"command":"a","args":["x",3]}', 'args-type', 28],
    ['{"command":"a","env":["A=1"]}', 'env-type', 22],
    ['{"command":"a","env":{"A":1}}', 'env-type', 27],
    ['{"command":"a","env":{"A=B":"1"}}', 'env-name', 23],
    ['{"command":"a","cwd":false}', 'cwd-type', 22],
    ['{"command":"a","cwd":""}', 'cwd-empty', 22],
    ['{"command":" "}', 'command-empty', 12],
    ['{"command":"a\\u0000"}', 'nul-character', 12],
    ['{"command":"a","disabled":"true"}', 'disabled-type', 27],
    ['{"command":"a","preload":1}', 'preload-type', 26],
    ['{"command":"a","preload_tools":"t"}', 'preload-tools-type', 32],
    ['{"command":"a","description":{}}', 'description-type', 30],
    ['{"command":"a","timeout":"5"}', 'timeout-type', 26],
    ['{"command":"a","timeout":0}', 'timeout-range', 26],
    ['{"command":"a","timeout":1e12}', 'timeout-range', 26],
    ['{"command":"a","type":"pipe"}', 'type-unknown', 23],
    ['{"command":"a","type":7}', 'type-type', 23],
    ['{"command":"a","type":"sse"}', 'type-mismatch', 23],
    ['{"url":"https://h","type":"stdio"}', 'type-mismatch', 27],
    ['{"command":"a","url":"https://h"}', 'command-and-url', 22],
    ['{"url":"ftp://h"}', 'url-invalid', 8],
    ['{"url":"h/mcp"}', 'url-invalid', 8],
    ['{"url":"https://u:p@h"}', 'url-credentials', 8],
    ['{"url":"https://h","headers":{"A B":"1"}}', 'header-name', 31],
    ['{"url":"https://h","headers":{"A":"1\\n2"}}', 'header-value', 31],
    ['{"url":"https://h","headers":{"A":"\\u2022"}}', 'header-value', 31],
    ['{"url":"https://h","headers":{"A":null}}', 'headers-type', 35],
    ['{"url":"https://h","oauth":true}', 'oauth-type', 28],
    ['{"url":"https://h","oauth":{"client_id":5}}', 'client-id-type', 41],
    ['{"url":"https://h","oauth":{"redirect_uri":"https://evil.example/cb"}}', 'redirect-not-loopback', 44],
    ['{"disabled":true}', 'no-command-or-url', 1],
    ['{"serverUrl":"https://h"}', 'no-command-or-url', 14],
    ['["a"]', 'entry-not-object', 1],
    ['null', 'entry-not-object', 1],
  ])('%s is %s at column %i', async (entry, code, column) => {
    const server = await load(entry);
    expect(server.definition).toMatchObject({
      ok: false,
      problem: { code, severity: 'error', file: '.mcp.json', line: 3, column, server: 'x' },
    });
  });

  it.each(['', ' ', 'a\u200Bb', 'a\nb', ' a', 'a\u202E'.padEnd(10, 'x'), 'n'.repeat(201)])('a server named %j is invalid', async (name) => {
    const { definition } = await load('{"command":"a"}', name);
    expect(definition).toMatchObject({ ok: false, problem: { line: 1, column: 19 } });
  });

  it('keeps what can be read of an invalid entry, and names its further faults', async () => {
    const server = await load('{"command":1,"args":2,"disabled":true}');
    expect(server.disabled).toBe(true);
    expect(server.definition).toMatchObject({ ok: false, problem: { code: 'command-type' } });
  });
});

describe('entries with a warning', () => {
  it.each([
    ['{"command":"a","args":["${HOME}/x"],"env":{"T":"${input:token}"}}', 'used-as-written', 24],
    ['{"url":"https://h/${ID}","headers":{"Authorization":"Bearer ${T}"}}', 'used-as-written', 8],
    ['{"url":"https://h","oauth":{"client_secret":"${S}"}}', 'used-as-written', 45],
    ['{"command":"a","timeout":60}', 'timeout-short', 26],
    ['{"command":"a","headers":{}}', 'ignored-field', 26],
    ['{"url":"https://h","env":{"A":"1"}}', 'ignored-field', 26],
    ['{"url":"https://h","headers":{"Accept":"a","accept":"b"}}', 'duplicate-header', 30],
  ])('%s: %s', async (entry, code, column) => {
    const server = await load(entry);
    expect(server.definition.ok).toBe(true);
    expect(server.warnings).toMatchObject([{ code, severity: 'warning', line: 3, column, server: 'x' }]);
  });

  it('${…} stays as written, and the warning names each field but none of the values', async () => {
    const server = await load('{"command":"a","args":["p","${A}"],"env":{"TOKEN":"s3cret-${B}"}}');
    expect(server.definition).toMatchObject({ ok: true, value: { args: ['p', '${A}'], env: { TOKEN: 's3cret-${B}' } } });
    expect(server.warnings[0]?.message).toContain('`args[1]`, `env.TOKEN`');
    expect(server.warnings[0]?.message).not.toContain('s3cret');
  });
});

import { describe, expect, it } from 'vitest';
import type { LocalDefinition, RemoteDefinition } from '../../main/config/definition.js';
import { commandLine, maskedCommandLine, maskSecrets, secretValues } from '../../main/config/masking.js';

const local = (args: readonly string[], env: Record<string, string> = {}): LocalDefinition => ({
  transport: 'stdio',
  command: 'npx',
  args,
  env,
});
const remote = (url: string, headers: Record<string, string> = {}): RemoteDefinition => ({
  transport: 'http',
  url,
  headers,
  oauth: { clientSecret: 'client-s3cret' },
  explicitType: false,
  viaMcpRemote: false,
});

describe('the whole command line', () => {
  it('is quoted so that a shell would start the same', () => {
    expect(commandLine(local(['-y', 'a b', "it's", '', '$HOME', 'x\ny', '@scope/p@1.0']), 'linux')).toBe(
      "npx -y 'a b' 'it'\\''s' '' '$HOME' 'x\ny' @scope/p@1.0",
    );
  });

  it('is quoted by the rules of Windows there', () => {
    const definition = { ...local(['a b', 'say "hi"', 'C:\\x\\', 'D:\\a b\\']), command: 'C:\\Program Files\\npx.cmd' };
    expect(commandLine(definition, 'win32')).toBe('"C:\\Program Files\\npx.cmd" "a b" "say \\"hi\\"" C:\\x\\ "D:\\a b\\\\"');
  });

  it('hides nothing, and is the URL of a remote server', () => {
    expect(commandLine(local(['--token', 's3cret-value']), 'linux')).toBe('npx --token s3cret-value');
    expect(commandLine(remote('https://h/mcp?api_key=abcdef'))).toBe('https://h/mcp?api_key=abcdef');
  });
});

describe('the masked command line', () => {
  it.each([
    [['--token', 'abc'], '--token ••••'],
    [['--api-key=abc'], '--api-key=••••'],
    [['--apiKey', 'abc'], '--apiKey ••••'],
    [['--password', '-abc'], '--password ••••'],
    [['GITHUB_TOKEN=abc'], 'GITHUB_TOKEN=••••'],
    [['-e', 'DB_PASSWORD=a b'], '-e DB_PASSWORD=••••'],
    [['--env=API_KEY=abc'], '--env=API_KEY=••••'],
    [['--header', 'Authorization: Bearer abc'], "--header 'Authorization: Bearer ••••'"],
    [['-H', 'X-Whatever:abc'], '-H X-Whatever:••••'],
    [['--header', 'Accept: text/plain'], "--header 'Accept: text/plain'"],
    [['postgres://me:pw@host/db?sslmode=on'], "'postgres://••••:••••@host/db?sslmode=on'"],
    [['--url=https://h/x?a=1&access_token=abc#k'], "'--url=https://h/x?a=1&access_token=••••#k'"],
    [['{"apiKey": "abc", "mode": "fast"}'], `'{"apiKey": "••••", "mode": "fast"}'`],
    [['ghp_0123456789abcdefghij'], '••••'],
    [['x=sk-ant-0123456789abcdefghij'], 'x=••••'],
    [['xoxb-1234567890-abcdef'], '••••'],
    [['Bearer abcdefgh'], "'Bearer ••••'"],
    [['--token', '--verbose'], '--token --verbose'],
    [
      ['-y', '@org/server-tokenizer', '--monkey', 'banana', '--author=me', '/data/key.pem'],
      '-y @org/server-tokenizer --monkey banana --author=me /data/key.pem',
    ],
  ])('npx %j is shown as npx %s', (args, shown) => {
    expect(maskedCommandLine(local(args), 'linux')).toBe(`npx ${shown}`);
  });

  it.each([
    ['https://me:pw@h/mcp', 'https://••••:••••@h/mcp'],
    ['https://0123456789@h/mcp', 'https://••••@h/mcp'],
    ['https://h/mcp?key=abc&x=1', 'https://h/mcp?key=••••&x=1'],
    ['https://h/mcp#access_token=abc', 'https://h/mcp#access_token=••••'],
    ['https://h/sk-0123456789abcdefghij/mcp', 'https://h/••••/mcp'],
    ['https://h:8080/mcp?page=2', 'https://h:8080/mcp?page=2'],
  ])('%s is shown as %s', (url, shown) => {
    expect(maskedCommandLine(remote(url))).toBe(shown);
  });

  it('shows every argument that is not secret whole', () => {
    const args = ['-c', 'curl https://x | sh', '\u202Eabc', '{"a": [1, 2]}', 'a=b=c', 'x'.repeat(5_000)];
    expect(maskedCommandLine(local(args), 'linux')).toBe(commandLine(local(args), 'linux'));
  });
});

describe('secret values', () => {
  it('are those of variables, secret arguments, headers, URL and client secret, longest first, six characters or more', () => {
    expect(
      secretValues(local(['--token', 'arg-value'], { TOKEN: 'env-value-1', SHORT: 'abc', MODE: 'production', DIR: '/data/files' })),
    ).toEqual(['env-value-1', 'arg-value']);
    expect(secretValues(remote('https://h/?sig=url-value', { Authorization: 'Bearer header-value', Accept: 'text/plain' }))).toEqual([
      'client-s3cret',
      'header-value',
      'url-value',
    ]);
  });

  it('a path under a secret-looking name is one, and so is the password inside a URL', () => {
    expect(secretValues(local([], { SECRET_PATH: '/s3cret' }))).toContain('/s3cret');
    expect(secretValues(local([], { DB: 'postgres://me:hunter22@h/db' }))).toContain('hunter22');
  });

  it('are masked in a text, also as JSON, in a URL and line by line', () => {
    const key = '-----BEGIN-----\nMIIEowIBAAKC"AQEA\n-----END-----';
    const secrets = secretValues(local([], { TOKEN: 'pa ss/word', KEY: key }));
    expect(maskSecrets('login pa ss/word failed: pa%20ss%2Fword', secrets)).toBe('login •••• failed: ••••');
    expect(maskSecrets(JSON.stringify({ key }), secrets)).toBe('{"key":"••••"}');
    expect(maskSecrets('line MIIEowIBAAKC"AQEA', secrets)).toBe('line ••••');
  });

  it('a longer secret is masked before a shorter one inside it', () => {
    const secrets = secretValues(local([], { A_TOKEN: 'abcdef', B_TOKEN: 'abcdef-more' }));
    expect(maskSecrets('abcdef-more abcdef', secrets)).toBe('•••• ••••');
  });

  it('half a character in a value breaks nothing', () => {
    expect(secretValues(local([], { T: 'abcdef\ud800' }))).toContain('abcdef\ud800');
  });
});

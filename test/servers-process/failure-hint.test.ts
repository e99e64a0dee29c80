import { describe, expect, it } from 'vitest';
import { durationWords, failureHint } from '../../main/servers/failure-hint.js';
import { hintOfStderr } from '../../main/servers/stderr-hints.js';

describe('the words of a failure', () => {
  it('are those of the drawn target', () => {
    const stderr = ['Error: connect ECONNREFUSED 127.0.0.1:5432', '    at TCPConnectWrap.afterConnect (node:net:1494:16)'];
    expect(failureHint({ code: 'crashed', exitCode: 1, signal: null, afterMs: 1_900, stderr })).toEqual({
      headline: 'Stopped with exit code 1 after 1.9 s.',
      hint: 'Nothing accepts connections on port 5432. Start the database, then press Restart.',
    });
  });

  it('are those of the launch where nothing ran', () => {
    const told = { headline: 'The command "npx" was not found.', hint: 'Install Node.js. PATH searched: /usr/bin' };
    expect(failureHint({ code: 'command-not-found', stderr: ['old text: ECONNREFUSED'], told })).toEqual(told);
  });

  it.each([
    [{ exitCode: 127 }, 'Stopped with exit code 127 after 2.0 s.', /was not found/],
    [{ exitCode: 126 }, 'Stopped with exit code 126 after 2.0 s.', /may not be executed/],
    [{ exitCode: 137 }, 'Stopped with exit code 137 after 2.0 s.', /memory ran out/],
    [{ exitCode: 0 }, 'Stopped with exit code 0 after 2.0 s.', /"stdio"/],
    [{ exitCode: 42 }, 'Stopped with exit code 42 after 2.0 s.', /^$/],
    [{ exitCode: null, signal: 'SIGKILL' }, 'Ended by signal SIGKILL after 2.0 s.', /memory/],
    [{ exitCode: null, signal: 'SIGSEGV' }, 'Ended by signal SIGSEGV after 2.0 s.', /machine code/],
    [{ exitCode: null, signal: 'SIGTERM' }, 'Ended by signal SIGTERM after 2.0 s.', /Another program/],
  ])('for an end with %j', (end, headline, hint) => {
    const words = failureHint({ code: 'exited-at-start', afterMs: 2_000, stderr: [], ...end });
    expect(words.headline).toBe(headline);
    expect(words.hint).toMatch(hint);
  });

  it('fall back to what the error itself says', () => {
    const told = { headline: 'The server answered initialize with an error: no.', hint: '' };
    expect(failureHint({ code: 'handshake-failed', stderr: [], told })).toEqual(told);
    expect(failureHint({ code: 'start-timeout', afterMs: 60_000, stderr: [] })).toMatchObject({ headline: 'Not ready after 1 min 0 s.' });
    expect(failureHint({ code: 'stop-failed', stderr: [] }).headline).toBe('Could not be stopped.');
  });

  it.each([
    [40, '0.0 s'],
    [860, '0.9 s'],
    [42_400, '42 s'],
    [125_000, '2 min 5 s'],
    [11_640_000, '3 h 14 min'],
  ])('name %d ms as %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });
});

describe('a hint from stderr', () => {
  it.each([
    ['Error: listen EADDRINUSE: address already in use :::3000', /^Port 3000 is taken/],
    ['OSError: [Errno 98] Address already in use', /^A port that it needs is taken/],
    ['Error: connect ECONNREFUSED ::1:6379', /port 6379. Start Redis/],
    ['connection to server at "localhost" (::1), port 5432 failed: Connection refused', /port 5432. Start the database/],
    ["ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', 8123)", /port 8123. Start the program/],
    ['npm error code E404', /npm does not know/],
    ["npm error 404  '@acme/none@1.0.0' is not in this registry.", /no package @acme\/none@1.0.0/],
    ['npm error notarget No matching version found for left-pad@99.0.0.', /no such version \(left-pad@99.0.0\)/],
    [
      'npm error request to https://example.test failed, reason: getaddrinfo ENOTFOUND packages.example.test',
      /packages.example.test could not be looked up/,
    ],
    ['npm error errno EAI_AGAIN', /network could not be reached/],
    ["Error: Cannot find module '/srv/index.js'", /"\/srv\/index.js" was not found/],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/a.js", /"zod" was not found/],
    ["ModuleNotFoundError: No module named 'mcp'", /Python module "mcp"/],
    ['/usr/bin/python3: No module named mcp_server_git', /Python module "mcp_server_git"/],
    ['This package requires Node.js >= 22.12', /needs Node.js 22.12/],
    ['npm warn EBADENGINE Unsupported engine', /installed version of Node.js/],
    ['Error: GITHUB_TOKEN environment variable is not set', /variable GITHUB_TOKEN/],
    ['Please set the BRAVE_API_KEY', /variable BRAVE_API_KEY/],
    ['Missing required environment variable: SLACK_BOT_TOKEN', /variable SLACK_BOT_TOKEN/],
    ["KeyError: 'API_TOKEN'", /variable API_TOKEN/],
    ['HTTP 401 Unauthorized', /credentials were refused/],
    ['Error: invalid API key', /credentials were refused/],
    ["Error: EACCES: permission denied, open '/etc/shadow'", /may not use \/etc\/shadow/],
    ["Error: ENOENT: no such file or directory, stat '/data'", /\/data does not exist/],
    ["python3: can't open file '/srv/server.py': [Errno 2] No such file or directory", /\/srv\/server.py does not exist/],
    ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', /Docker is not running/],
    ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', /ran out of memory/],
    ['sh: 1: uvx: not found', /starts "uvx"/],
    ['bash: line 1: foo: command not found', /starts "foo"/],
  ])('of: %s', (line, hint) => {
    expect(hintOfStderr(['Starting …', line, 'Node.js v20'])).toMatch(hint);
  });

  it.each([['Server running on stdio'], ['GET /status 200'], ['listening on port 8080'], ['']])('is none for: %s', (line) => {
    expect(hintOfStderr([line])).toBe('');
  });

  it('takes the last of several lines of one kind, and ends on lines made to be slow', () => {
    expect(hintOfStderr(['ECONNREFUSED 1.1.1.1:1111', 'ECONNREFUSED 1.1.1.1:2222'])).toContain('2222');
    expect(hintOfStderr(Array.from({ length: 25 }, () => 'EADDRINUSE'.repeat(1_000)))).toContain('A port');
    expect(hintOfStderr(Array.from({ length: 25 }, () => 'set A_ '.repeat(5_000)))).toBeTypeOf('string');
  });
});

import type { OAuthSettings, RemoteDefinition } from './definition.js';
import type { EntryReader } from './entry-reader.js';
import { headerNameBreak, headerValueBreak, redirectBreak, urlBreak } from './field-rules.js';
import type { McpRemote } from './mcp-remote.js';

const placeholderAdvice = 'Write the value itself.';

/** The transport of a URL whose entry names none (PRODUCT.md §3). */
function transportOf(url: string): 'http' | 'sse' {
  return URL.canParse(url) && new URL(url).pathname.endsWith('/sse') ? 'sse' : 'http';
}

function readOAuth(reader: EntryReader): { settings?: OAuthSettings; inner: readonly EntryReader[] } {
  const oauth = reader.inner('oauth');
  if (!oauth) return { inner: [] };
  const [clientId, clientSecret] = [oauth.text('client_id'), oauth.text('client_secret')];
  const [scope, redirectUri] = [oauth.text('scope'), oauth.text('redirect_uri')];
  const broken = redirectUri === undefined ? undefined : redirectBreak(redirectUri);
  if (broken) oauth.report('error', broken, oauth.nodeOf('redirect_uri'));
  reader.problems.push(...oauth.problems.filter((problem) => problem.code !== 'duplicate-key'));
  const settings = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scope === undefined ? {} : { scope }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
  };
  return { settings, inner: [oauth] };
}

/** Header names are the same in any case (RFC 9110 §5.1); two spellings would be sent as one header with both values. */
function warnOfRepeatedHeaders(reader: EntryReader, names: readonly string[]): void {
  const lower = names.map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => lower.indexOf(name.toLowerCase()) !== index);
  if (repeated === undefined) return;
  const message = `Header ${repeated} stands twice in different spellings. Remove one of them.`;
  reader.report('warning', { code: 'duplicate-header', message }, reader.nodeOf('headers'));
}

/** The definition of an entry with a `url`. `type` is what its `type` names, if it does. */
export function remoteDefinition(
  reader: EntryReader,
  url: string,
  type: 'http' | 'sse' | undefined,
  timeoutMs: number | undefined,
): RemoteDefinition {
  const broken = urlBreak(url);
  if (broken) reader.report('error', broken, reader.nodeOf('url'));
  const headers = reader.textMap('headers', (name, value) => headerNameBreak(name) ?? headerValueBreak(name, value));
  warnOfRepeatedHeaders(
    reader,
    headers.map(([name]) => name),
  );
  const { settings, inner } = readOAuth(reader);
  for (const key of ['args', 'env', 'cwd'].filter((unused) => reader.has(unused))) {
    const message = `\`${key}\` has no effect on a remote server. Remove it; values for the server go into \`headers\`.`;
    reader.report('warning', { code: 'ignored-field', message }, reader.nodeOf(key));
  }
  reader.warnOfPlaceholders(placeholderAdvice, inner);
  return {
    transport: type ?? transportOf(url),
    url,
    headers: Object.fromEntries(headers),
    ...(settings === undefined ? {} : { oauth: settings }),
    explicitType: type !== undefined,
    viaMcpRemote: false,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

/** The definition of an `npx mcp-remote URL` entry: connected directly, without the bridge process. */
export function bridgedDefinition(reader: EntryReader, remote: McpRemote, timeoutMs: number | undefined): RemoteDefinition {
  if (remote.brokenHeaders > 0) {
    const message = 'A `--header` of mcp-remote is no "Name:Value" that HTTP can send and is left out. Correct it.';
    reader.report('warning', { code: 'mcp-remote-header', message }, reader.nodeOf('args'));
  }
  if (remote.ignoredFlags.length > 0) {
    const message = `The URL is connected directly, without mcp-remote: ${remote.ignoredFlags.join(', ')} has no effect.`;
    reader.report('warning', { code: 'mcp-remote-ignored', message }, reader.nodeOf('args'));
  }
  const { settings, inner } = readOAuth(reader);
  for (const key of ['env', 'headers', 'cwd'].filter((unused) => reader.has(unused))) {
    const message = `The URL is connected directly, without mcp-remote: \`${key}\` has no effect. Headers go into \`--header\`.`;
    reader.report('warning', { code: 'ignored-field', message }, reader.nodeOf(key));
  }
  reader.warnOfPlaceholders(placeholderAdvice, inner);
  return {
    transport: transportOf(remote.url),
    url: remote.url,
    headers: Object.fromEntries(remote.headers),
    ...(settings === undefined ? {} : { oauth: settings }),
    explicitType: false,
    viaMcpRemote: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

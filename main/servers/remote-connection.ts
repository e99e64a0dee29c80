import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RemoteDefinition } from '../config/definition.js';
import { limits } from '../limits.js';
import { Connection, type ConnectionOptions } from './connection.js';
import { HttpTrace, type HttpRefusal } from './http-trace.js';
import { HttpTransport } from './http-transport.js';
import { RemoteError } from './remote-error.js';

/**
 * Connects a remote server over streamable HTTP, or over SSE where the entry says so or where the POST of `initialize` is answered with
 * 404 or 405 (PITFALLS P13). The entry's headers go to the origin of its URL alone: redirects that leave it are not followed.
 * Rejects with RemoteError.
 */
export async function connectRemote(definition: RemoteDefinition, options: Omit<ConnectionOptions, 'prior'>): Promise<Connection> {
  const url = checkedUrl(definition.url);
  const headers = checkedHeaders(definition.headers);
  if (definition.transport === 'sse') return openSse(url, headers, options);
  const trace = new HttpTrace();
  try {
    const inner = new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: trace.fetch });
    return await Connection.open(new HttpTransport(inner), options);
  } catch (error) {
    const first = explain(url, headers, trace, error);
    const status = trace.refusal('initialize')?.status;
    if (definition.explicitType || (status !== 404 && status !== 405) || options.signal.aborted) throw first;
    return fallBack(url, headers, options, first);
  }
}

async function fallBack(url: URL, headers: Headers, options: Omit<ConnectionOptions, 'prior'>, first: RemoteError): Promise<Connection> {
  options.events.onLog('greenroom', `${first.message} The older SSE transport is tried.`);
  try {
    return await openSse(url, headers, options);
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'needs-sign-in') throw error;
    throw new RemoteError(first.code, `${first.message} The older SSE transport failed as well: ${error.message}`, { cause: error });
  }
}

async function openSse(url: URL, headers: Headers, options: Omit<ConnectionOptions, 'prior'>): Promise<Connection> {
  const trace = new HttpTrace();
  try {
    const transport = new SSEClientTransport(url, { requestInit: { headers }, fetch: trace.fetch });
    // SSE belongs to the revisions before 2025-03-26: there is no newer era to probe for.
    return await Connection.open(transport, { ...options, prior: { kind: 'legacy' } });
  } catch (error) {
    throw explain(url, headers, trace, error);
  }
}

/** Puts a failed handshake into words. What the server answered to `initialize` says more than how it took the probe. */
function explain(url: URL, headers: Headers, trace: HttpTrace, error: unknown): RemoteError {
  const barred = trace.refusedWith(401, 403);
  if (barred !== undefined) return new RemoteError('needs-sign-in', signInMessage(barred, headers), { cause: error });
  const place = `${url.origin}${url.pathname}`;
  const refusal = trace.refusal('initialize') ?? trace.refusal('sse') ?? serverFault(trace.refusal('server/discover'));
  if (refusal !== undefined) {
    const answer = refusal.text === '' ? '' : `: ${refusal.text}`;
    const redirected = refusal.status >= 300 && refusal.status < 400 ? ' Redirects to another place are not followed: use its URL.' : '';
    return new RemoteError('http-error', `${place} answered HTTP ${refusal.status}${answer}.${redirected}`, { cause: error });
  }
  const network = networkFault(error);
  if (network !== undefined) {
    return new RemoteError('network-error', `${place} cannot be reached: ${network}. Check the URL, and that the server runs.`, {
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new RemoteError('handshake-failed', `${place} does not answer as an MCP server: ${reason.slice(0, limits.httpErrorTextChars)}`, {
    cause: error,
  });
}

/** A refusal of the probe ends the start only when it is no verdict on the era. */
function serverFault(refusal: HttpRefusal | undefined): HttpRefusal | undefined {
  return refusal !== undefined && (refusal.status >= 500 || refusal.status < 400) ? refusal : undefined;
}

function signInMessage({ status, text }: HttpRefusal, headers: Headers): string {
  const lead = status === 401 ? 'The server asks for a sign-in (HTTP 401).' : 'The server refuses access (HTTP 403).';
  const answer = text === '' ? '' : ` It says: ${text}`;
  const advice = headers.has('authorization')
    ? 'It did not accept the Authorization header of the entry: put a valid token there.'
    : 'Signing in arrives in a later version of Greenroom. Until then, set an access token in the entry: "headers": { "Authorization": "Bearer …" }.';
  return `${lead}${answer} ${advice}`;
}

/** The system's own words for a connection that could not be made, from wherever in the chain of causes they are. */
function networkFault(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+|\w*_CERT\w*)$/.test(at.code)) {
      return at.message === '' ? at.code : at.message;
    }
  }
  return undefined;
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RemoteError('handshake-failed', 'The URL of this entry cannot be read. Correct it in its file.');
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new RemoteError('handshake-failed', `Only http and https URLs can be connected, not ${url.protocol}`);
}

/** The platform's error for a bad header quotes the value, which may be a token; ours names the header alone. */
function checkedHeaders(entries: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(entries)) {
    try {
      headers.set(name, value);
    } catch {
      throw new RemoteError(
        'handshake-failed',
        `The header ${JSON.stringify(name)} of this entry cannot be sent: its name or value holds characters that HTTP does not allow.`,
      );
    }
  }
  return headers;
}

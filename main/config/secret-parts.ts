/** A piece of an argument, URL or header; `secret` pieces are masked for display. */
export interface SecretPart {
  readonly text: string;
  readonly secret: boolean;
}

const secretWord =
  /(^|[^a-z])(token|secret|passw(or)?d|passphrase|pwd|pat|key|auth|authorization|bearer|credentials?|cookie|signature|sig|apikey|accesskey|secretkey|privatekey|accesstoken|authtoken|clientsecret)([^a-z]|$)/;

/** Formats that name themselves: a token that starts like this is one, wherever it stands. */
const knownTokens = new RegExp(
  [
    String.raw`gh[oprsu]_[A-Za-z0-9]{16,}`,
    String.raw`github_pat_\w{16,}`,
    String.raw`glpat-[\w-]{16,}`,
    String.raw`sk-[\w-]{16,}`,
    String.raw`[prs]k_(?:live|test)_\w{16,}`,
    String.raw`xox[abeoprs]-[\w-]{10,}`,
    String.raw`xapp-[\w-]{10,}`,
    String.raw`A(?:KIA|SIA)[A-Z0-9]{16}`,
    String.raw`AIza[\w-]{30,}`,
    String.raw`(?:npm|hf|gsk|ntn|lin_api|figd|shpat|dop_v1|secret)_\w{20,}`,
    String.raw`pypi-[\w-]{20,}`,
    String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
  ].join('|'),
  'g',
);
const bearer = /\b(Bearer|Basic)(\s+)([^\s"']{6,})/g;
const jsonField = /("(?:[^"\\]|\\.)*"\s*:\s*")((?:[^"\\]|\\.)*)(")/g;
const urlStart = /^[a-z][a-z0-9+.-]*:\/\//i;
const plainHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent', 'accept-language', 'mcp-protocol-version']);

/** Whether a flag, variable, header or query parameter of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  // camelCase is cut into words first, so that `apiKey` is seen and `monkey` is not
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return secretWord.test(words);
}

const plain = (text: string): SecretPart => ({ text, secret: false });
const secret = (text: string): SecretPart => ({ text, secret: true });

/** Cuts a text wherever `pattern` matches; `cut` says which pieces of a match are secret. */
function cutBy(text: string, pattern: RegExp, cut: (match: RegExpMatchArray) => readonly SecretPart[]): SecretPart[] {
  const parts: SecretPart[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(plain(text.slice(at, match.index)), ...cut(match));
    at = match.index + match[0].length;
  }
  parts.push(plain(text.slice(at)));
  return parts.filter((part) => part.text !== '');
}

/** Applies a further way of cutting to what is still plain. */
function refine(parts: readonly SecretPart[], cut: (text: string) => SecretPart[]): SecretPart[] {
  return parts.flatMap((part) => (part.secret ? [part] : cut(part.text)));
}

function freeText(text: string): SecretPart[] {
  const fields = cutBy(text, jsonField, ([, head = '', value = '', tail = '']) =>
    isSecretName(head.slice(1, head.lastIndexOf('"', head.lastIndexOf(':')))) && value !== ''
      ? [plain(head), secret(value), plain(tail)]
      : [plain(head + value + tail)],
  );
  const schemes = refine(fields, (rest) =>
    cutBy(rest, bearer, ([, scheme = '', gap = '', value = '']) => [plain(scheme + gap), secret(value)]),
  );
  return refine(schemes, (rest) => cutBy(rest, knownTokens, ([token]) => [secret(token)]));
}

/** `a=1&key=2`: values of secret-looking names are secret. */
function queryParts(query: string): SecretPart[] {
  return cutBy(query, /([^=&#?]*)=([^&#]*)/g, ([whole, name = '', value = '']) =>
    isSecretName(name) && value !== '' ? [plain(`${name}=`), secret(value)] : freeText(whole),
  );
}

/** Secret pieces of a URL of any scheme: password or token before `@`, query and fragment parameters of secret-looking names. */
export function urlParts(url: string): SecretPart[] {
  const [scheme = ''] = urlStart.exec(url) ?? [];
  const rest = url.slice(scheme.length);
  const authorityEnd = rest.search(/[/?#]/);
  const authority = authorityEnd < 0 ? rest : rest.slice(0, authorityEnd);
  const tail = authorityEnd < 0 ? '' : rest.slice(authorityEnd);
  const at = authority.lastIndexOf('@');
  const userinfo = at > 0 ? cutBy(authority.slice(0, at), /[^:]+/g, ([word]) => [secret(word)]) : [];
  const host = plain(authority.slice(Math.max(at, 0)));
  const queryStart = tail.search(/[?#]/);
  const path = queryStart < 0 ? tail : tail.slice(0, queryStart);
  const query = queryStart < 0 ? '' : tail.slice(queryStart);
  return [plain(scheme), ...userinfo, host, ...freeText(path), ...queryParts(query)].filter((part) => part.text !== '');
}

/** Secret pieces of a header's value: all of it after the scheme word, unless the name is a harmless one. */
export function headerValueParts(name: string, value: string): SecretPart[] {
  if (plainHeaders.has(name.toLowerCase())) return freeText(value);
  const [, scheme = '', rest = ''] = /^((?:Bearer|Basic|Token|Digest)\s+)?([\s\S]*)$/i.exec(value) ?? [];
  return [plain(scheme), secret(rest)].filter((part) => part.text !== '');
}

function valueParts(value: string): SecretPart[] {
  if (urlStart.test(value)) return urlParts(value);
  const [, name, rest] = /^([\w.-]+)=([\s\S]*)$/.exec(value) ?? [];
  if (name === undefined || rest === undefined) return freeText(value);
  return [plain(`${name}=`), ...(isSecretName(name) && rest !== '' ? [secret(rest)] : valueParts(rest))];
}

function headerParts(text: string): SecretPart[] {
  const colon = text.indexOf(':');
  if (colon < 1) return freeText(text);
  const [gap = ''] = /^\s*/.exec(text.slice(colon + 1)) ?? [];
  return [plain(text.slice(0, colon + 1) + gap), ...headerValueParts(text.slice(0, colon), text.slice(colon + 1 + gap.length))];
}

/** Secret pieces of each argument of a command. An argument is judged together with the flag before it. */
export function argumentParts(args: readonly string[]): SecretPart[][] {
  return args.map((arg, index) => {
    const before = args[index - 1] ?? '';
    if (before === '--header' || before === '-H') return headerParts(arg);
    const isValueOfSecretFlag = /^--?[\w.-]+$/.test(before) && isSecretName(before) && !arg.startsWith('--') && arg !== '';
    if (isValueOfSecretFlag) return [secret(arg)];
    const [, flag, value] = /^(--header=|-H)([\s\S]*:[\s\S]*)$/.exec(arg) ?? [];
    return flag !== undefined && value !== undefined ? [plain(flag), ...headerParts(value)] : valueParts(arg);
  });
}

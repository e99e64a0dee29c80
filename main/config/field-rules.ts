import { hasHiddenCharacter } from './hidden-characters.js';

/** Why a value cannot be used: the code and the words of a problem. */
export interface RuleBreak {
  readonly code: string;
  readonly message: string;
}

/** RFC 9110 §5.6.2 `token`. */
const headerToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 §5.5 `field-value`: visible ASCII, space, tab and the upper half of Latin-1. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** `${VAR}` and `${input:…}`, which other programs expand. */
export const placeholder = /\$\{[^}]*\}/;

/** The key under `mcpServers`. `maxChars` differs between files and the Add dialog. */
export function nameBreak(name: string, maxChars: number): RuleBreak | undefined {
  if (name.trim() === '') return { code: 'name-empty', message: 'The server has no name. Give it one, for example "files".' };
  if (hasHiddenCharacter(name)) {
    return { code: 'name-characters', message: 'The name holds characters that cannot be seen. Use letters, digits, - and _.' };
  }
  if (name !== name.trim()) return { code: 'name-spaces', message: 'The name begins or ends with a space. Remove it.' };
  if ([...name].length > maxChars) {
    return { code: 'name-long', message: `The name is longer than ${String(maxChars)} characters. Shorten it.` };
  }
  return undefined;
}

/** The address of a remote server. */
export function urlBreak(url: string): RuleBreak | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    const expansion = placeholder.test(url) ? ' ${…} in it is used as written and not expanded.' : '';
    return { code: 'url-invalid', message: `The URL must be whole and begin with https:// or http://.${expansion} Correct it.` };
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const message = 'The URL holds a user name or password, which HTTP clients refuse. Send it in an Authorization header instead.';
    return { code: 'url-credentials', message };
  }
  return undefined;
}

/** Where a sign-in comes back to: only this machine (RFC 8252 §7.3). */
export function redirectBreak(url: string): RuleBreak | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' && loopback.test(parsed.hostname)) return undefined;
  const message = 'The redirect must lead to this machine, for example http://127.0.0.1:54321/callback. Correct it.';
  return { code: 'redirect-not-loopback', message };
}

/** The name of a header. */
export function headerNameBreak(name: string): RuleBreak | undefined {
  if (headerToken.test(name)) return undefined;
  return { code: 'header-name', message: 'A header name may hold letters, digits and - only. Correct it, for example "Authorization".' };
}

/** The value of a header. The value itself is never part of the message: it may be a secret. */
export function headerValueBreak(name: string, value: string): RuleBreak | undefined {
  if (headerText.test(value)) return undefined;
  const message = `The value of header ${name} holds a line break or a character that HTTP cannot send. Remove it.`;
  return { code: 'header-value', message };
}

/** The name of an environment variable. */
export function envNameBreak(name: string): RuleBreak | undefined {
  if (name !== '' && !/[=\0]/.test(name)) return undefined;
  return { code: 'env-name', message: 'A variable needs a name, and the name may not hold "=". Correct it.' };
}

/** A text that is handed to the system as a C string. */
export function nulBreak(field: string, value: string): RuleBreak | undefined {
  if (!value.includes('\0')) return undefined;
  return { code: 'nul-character', message: `\`${field}\` holds a NUL character, which no system can pass on. Remove it.` };
}

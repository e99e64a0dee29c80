import type { ServerDefinition } from './definition.js';
import { argumentParts, headerValueParts, isSecretName, urlParts, type SecretPart } from './secret-parts.js';

/** Stands for a secret of any length. */
export const mask = '••••';

/** Shorter values are too common as plain words to be cut out of a log. */
const shortestSecret = 6;
/** Lines of a many-line secret (a private key) are looked for one by one; shorter ones are ordinary text. */
const shortestSecretLine = 12;

const plainValue = /^(?:true|false|production|development|staging|verbose|warning|notice|silent)$/i;
const absolutePath = /^(?:[/~]|[A-Za-z]:[\\/])[^?\n]*$/;

/** One word of a command line as a shell would need it: for reading and copying, never to be run by us. */
function quoted(word: string, platform: NodeJS.Platform): string {
  if (word !== '' && /^[\w@%+=:,./•-]+$/u.test(word)) return word;
  if (platform !== 'win32') return `'${word.replaceAll("'", `'\\''`)}'`;
  if (/^[\w@+=:,./\\•-]+$/u.test(word)) return word;
  // backslashes count only before a quote (CommandLineToArgvW)
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

const whole = (parts: readonly SecretPart[]): string => parts.map((part) => part.text).join('');
const masked = (parts: readonly SecretPart[]): string => parts.map((part) => (part.secret ? mask : part.text)).join('');

function line(definition: ServerDefinition, show: (parts: readonly SecretPart[]) => string, platform: NodeJS.Platform): string {
  if (definition.transport !== 'stdio') return show(urlParts(definition.url));
  const words = [definition.command, ...argumentParts(definition.args).map(show)];
  return words.map((word) => quoted(word, platform)).join(' ');
}

/** Command and arguments, or the URL, whole and quoted for a shell: for the trust dialog and the clipboard only. */
export function commandLine(definition: ServerDefinition, platform: NodeJS.Platform = process.platform): string {
  return line(definition, whole, platform);
}

/** The same for cards and logs: secret-looking parts are replaced by `••••`. */
export function maskedCommandLine(definition: ServerDefinition, platform: NodeJS.Platform = process.platform): string {
  return line(definition, masked, platform);
}

function envSecrets(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    // a path or a plain word in an error message is what a person needs to find the fault
    const isHarmless = !isSecretName(name) && (plainValue.test(value) || absolutePath.test(value));
    const [inner = []] = argumentParts([value]);
    return [...(isHarmless ? [] : [value]), ...inner.filter((part) => part.secret).map((part) => part.text)];
  });
}

/** A server may print a secret as it was given, in JSON, in a URL or line by line. */
function spellings(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((text) => text.length >= shortestSecretLine);
  return [value, JSON.stringify(value).slice(1, -1), percentEncoded(value), ...lines];
}

function percentEncoded(value: string): string {
  // through UTF-8 and back: a lone surrogate has no percent-encoding
  return encodeURIComponent(Buffer.from(value, 'utf8').toString('utf8'));
}

/**
 * Values of an entry that must not be seen in stderr or an error: values of environment variables and
 * headers, client secret, secret-looking arguments. At least 6 characters each, longest first.
 */
export function secretValues(definition: ServerDefinition): string[] {
  const found =
    definition.transport === 'stdio'
      ? [...envSecrets(definition.env), ...secretTexts(argumentParts(definition.args).flat())]
      : [
          ...Object.entries(definition.headers).flatMap(([name, value]) => secretTexts(headerValueParts(name, value))),
          ...secretTexts(urlParts(definition.url)),
          ...(definition.oauth?.clientSecret === undefined ? [] : [definition.oauth.clientSecret]),
        ];
  const all = new Set(found.flatMap(spellings).filter((value) => value.length >= shortestSecret));
  return [...all].sort((a, b) => b.length - a.length);
}

function secretTexts(parts: readonly SecretPart[]): string[] {
  return parts.filter((part) => part.secret).map((part) => part.text);
}

/** Replaces each of `secrets` in a text by `••••`. Pass them longest first, as `secretValues` gives them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, value) => (value === '' ? rest : rest.replaceAll(value, mask)), text);
}

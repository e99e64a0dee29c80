import type { Risk } from '../../preload/contract/trust.js';

/** One kind of risky text: what to look for and what to tell the person. */
export interface RiskPattern {
  readonly pattern: RegExp;
  readonly risk: Risk;
}

/** Where a word may begin and end on a shown command line, quotes and shell operators included. */
const begin = String.raw`(?<=^|[\s'"=(;&|\x60/\\])`;
const end = String.raw`(?=$|[\s'")|&;<>\x60])`;
const whole = String.raw`(?<=^|[\s'"=:])`;

const shell = String.raw`(?:env\s+)?(?:sudo\s+(?:-\S+\s+)*)?(?:\S*[/\\])?(?:ba|z|da|k|fi|c|tc|a)?sh`;
const interpreter = String.raw`(?:${shell}|(?:\S*/)?(?:python[\d.]*|node|perl|ruby|php|pwsh|powershell|deno|bun)(?:\.exe)?)`;
const fetcher = String.raw`(?:curl|wget|fetch|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?`;

const pipeToShell: Risk = {
  code: 'pipe-to-shell',
  title: 'Downloads a script and runs it.',
  detail: 'What it does can change each time it starts.',
};
const hiddenScript: Risk = {
  code: 'pipe-to-shell',
  title: 'Runs text as a program.',
  detail: 'What runs is put together only at the start and cannot be read here.',
};
const admin: Risk = {
  code: 'sudo',
  title: 'Asks for administrator rights.',
  detail: 'It could change anything on this machine.',
};
const deletes: Risk = {
  code: 'recursive-delete',
  title: 'Deletes whole folders.',
  detail: 'Files it removes do not go to the trash.',
};
const remoteCode: Risk = {
  code: 'fetch-and-run',
  title: 'Runs code straight from an address.',
  detail: 'No package registry stands between that address and this machine.',
};
const disk: Risk = {
  code: 'whole-disk',
  title: 'Reaches the whole disk.',
  detail: 'It is given far more than this folder.',
};
const container: Risk = {
  code: 'whole-disk',
  title: 'Leaves its container.',
  detail: 'With this the container can reach everything on this machine.',
};

const entry = (source: string, risk: Risk): RiskPattern => ({ pattern: new RegExp(source, 'giu'), risk });

/** Every pattern. Bounded repeats only: the text comes from strangers and must not be able to stall the app. */
export const riskPatterns: readonly RiskPattern[] = [
  entry(String.raw`${begin}${fetcher}\s[^|\n]{0,400}\|\s*(?:[^|\n]{0,200}\|\s*)?${interpreter}${end}`, pipeToShell),
  entry(String.raw`${begin}${interpreter}\s[^\n]{0,200}?(?:\$\(|<\(|\x60)\s*${fetcher}\s[^)\x60]{0,400}[)\x60]`, pipeToShell),
  entry(String.raw`${begin}(?:source|\.|eval)\s+[^\n]{0,20}(?:\$\(|<\(|\x60)[^)\x60]{0,400}[)\x60]`, pipeToShell),
  entry(String.raw`${begin}${fetcher}\s[^|\n]{0,400}\|\s*(?:iex|invoke-expression)${end}`, pipeToShell),
  entry(
    String.raw`${begin}(?:iex|invoke-expression)\s*[("'\s&]{0,10}[^\n]{0,200}?(?:${fetcher}|downloadstring)\b[^\n]{0,500}`,
    pipeToShell,
  ),
  entry(
    String.raw`${begin}${fetcher}\s[^\n]{0,400}?(?:&&|;)\s*(?:chmod\s[^\n]{0,200}?(?:&&|;)\s*)?${interpreter}\s[^\n'"]{0,200}`,
    pipeToShell,
  ),
  entry(String.raw`${begin}(?:base64|openssl|xxd)\s[^|\n]{0,400}\|\s*${interpreter}${end}`, hiddenScript),
  entry(String.raw`${begin}eval\s[^\n]{1,200}`, hiddenScript),
  entry(String.raw`${begin}(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,200}?[-/]e(?:nc?|ncodedcommand)?\s+\S{8,}`, hiddenScript),
  entry(String.raw`${begin}(?:sudo|doas|pkexec|runas|gsudo)(?:\.exe)?${end}`, admin),
  entry(String.raw`${begin}rm\s(?:\S+\s){0,8}?(?:-[a-z]*r[a-z]*|--recursive)${end}[^\n'";|&]{0,300}`, deletes),
  entry(String.raw`${begin}(?:rmdir|rd|del)(?:\.exe)?\s(?:\S+\s){0,4}?/s${end}`, deletes),
  entry(String.raw`${begin}remove-item\s[^\n|;]{0,300}?-r(?:ecurse)?${end}`, deletes),
  entry(String.raw`${begin}find\s[^\n|;]{0,300}?-delete${end}`, deletes),
  entry(
    String.raw`${begin}(?:npx|bunx|uvx|pipx|pnpm|yarn|npm|bun|uv|pip3?|deno)(?:\.cmd|\.exe)?\s(?:[^\s|;&]+\s){0,12}?['"]?(?:[\w@.-]+@|--from[= ])?(?:git\+|git:|github:|gitlab:|bitbucket:|https?:|ssh:)\S+`,
    remoteCode,
  ),
  entry(String.raw`${whole}(?:/|/\*|~/?|\$HOME/?|\$\{HOME\}/?|%USERPROFILE%|[a-z]:[\\/]?)(?=$|[\s'"])`, disk),
  entry(String.raw`${begin}(?:-v|--volume)[= ]?['"]?(?:/|~/?|[a-z]:[\\/]?|\$HOME/?):[^\s'"]*`, container),
  entry(String.raw`${begin}--mount[= ]['"]?[^\s'"]{0,200}?(?:source|src)=(?:/|[a-z]:[\\/]?)(?=,|$|[\s'"])[^\s'"]*`, container),
  entry(String.raw`${begin}--(?:privileged|pid=host|cap-add[= ](?:ALL|SYS_ADMIN))${end}`, container),
  entry(String.raw`[^\s'"=:]{0,100}docker\.sock[^\s'"]{0,100}`, container),
];

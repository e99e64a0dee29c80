/**
 * Variables that make a program load or run other code than its command line says (PRODUCT.md §6). Compared
 * without case: Windows and npm ignore it.
 */
const exact: ReadonlySet<string> = new Set([
  'BASHOPTS',
  'BASH_ENV',
  'DOTNET_STARTUP_HOOKS',
  'ELECTRON_RUN_AS_NODE',
  'ENV',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'PATH',
  'PATHEXT',
  'PERL5LIB',
  'PERL5OPT',
  'PROMPT_COMMAND',
  'RUBYLIB',
  'RUBYOPT',
  'SHELLOPTS',
  '_JAVA_OPTIONS',
]);

const prefixes = ['LD_', 'DYLD_', 'PYTHON', 'GIT_', 'NPM_CONFIG_', 'PIP_', 'UV_', 'BASH_FUNC_'];

/** Whether a variable decides what code a program loads. */
export function isLoaderVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return exact.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix));
}

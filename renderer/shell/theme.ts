import type { Theme } from '../../preload/contract/app.js';

/** Writes the theme in force on `<html data-theme>`; for `system` it follows the system until the answer is called. */
export function followTheme(theme: Theme): () => void {
  const system = matchMedia('(prefers-color-scheme: light)');
  const apply = (): void => {
    const light = theme === 'light' || (theme === 'system' && system.matches);
    document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
  };
  apply();
  system.addEventListener('change', apply);
  return () => system.removeEventListener('change', apply);
}

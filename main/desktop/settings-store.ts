import Store from 'electron-store';
import { defaultSettings, type Settings, type SettingsStore } from '../config/settings.js';

const text = { type: 'string' } as const;
const folders = { type: 'array', items: text } as const;

/** The settings on disk, in Electron's folder for this app. A broken file starts anew with the defaults. */
export function openSettings(): SettingsStore {
  const store = new Store<Settings>({
    name: 'settings',
    defaults: defaultSettings,
    clearInvalidConfig: true,
    schema: {
      theme: { enum: ['system', 'light', 'dark'] },
      mode: { enum: ['SAFE', 'TRUST', 'FULL'] },
      recentFolders: folders,
      lastFolder: { type: ['string', 'null'] },
      room: { enum: ['servers', 'tools', 'settings'] },
      window: { type: 'object' },
      keepRunning: { type: 'boolean' },
    },
  });
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
  };
}

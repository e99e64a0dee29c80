import { describe, expect, it } from 'vitest';
import { isProviderKey } from '../../main/config/provider-keys.js';
import { defaultSettings, memorySettings } from '../../main/config/settings.js';

describe('settings in memory', () => {
  it('start with the defaults, SAFE among them, keep what is set, and stay apart from each other', () => {
    const [one, two] = [memorySettings(), memorySettings({ theme: 'dark' })];
    one.set('mode', 'FULL');
    expect([one.get('mode'), two.get('mode'), defaultSettings.mode]).toEqual(['FULL', 'SAFE', 'SAFE']);
    expect(two.get('theme')).toBe('dark');
  });
});

describe('provider keys', () => {
  it('are known in any case, and only whole names', () => {
    expect(['OPENAI_API_KEY', 'anthropic_api_key', 'HF_TOKEN'].every(isProviderKey)).toBe(true);
    expect(['MY_OPENAI_API_KEY', 'OPENAI_API_KEY_2', 'GITHUB_TOKEN', '__proto__'].some(isProviderKey)).toBe(false);
  });
});

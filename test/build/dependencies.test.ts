import { describe, expect, it } from 'vitest';
import { whyInstall } from '../../build/setup/dependencies.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/left': { version: '1.0.0', integrity: 'sha512-left' },
    'node_modules/left/node_modules/deep': { version: '2.0.0', integrity: 'sha512-deep' },
    'node_modules/for-another-system': { version: '3.0.0', integrity: 'sha512-other', optional: true },
  },
};

function installedWithout(...places: string[]) {
  return { packages: Object.fromEntries(Object.entries(lock.packages).filter(([place]) => !places.includes(place))) };
}

describe('whether dependencies are installed anew', () => {
  it('a checkout without a finished install needs one', () => {
    expect(whyInstall(lock, undefined)).toBe('no dependencies are installed yet');
  });

  it('an install that equals the lock is left alone, also where optional packages of other systems are absent', () => {
    expect(whyInstall(lock, installedWithout('', 'node_modules/for-another-system'))).toBeUndefined();
  });

  it('a missing package is named without the folders around it', () => {
    expect(whyInstall(lock, installedWithout('node_modules/left/node_modules/deep'))).toBe('deep is missing');
  });

  it('another version than the lock says is named with both versions', () => {
    const installed = { packages: { ...lock.packages, 'node_modules/left': { version: '0.9.0', integrity: 'sha512-old' } } };
    expect(whyInstall(lock, installed)).toBe('left is 0.9.0, but the lock says 1.0.0');
  });
});

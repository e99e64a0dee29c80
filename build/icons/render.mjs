/**
 * `node build/icons/render.mjs`: renders the PNG icons from the drawings beside it, with `rsvg-convert` (Debian: librsvg2-bin). Run it after a
 * drawing changed and commit what it made: Electron reads no SVG.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;

/** Mid tones, since a panel may be dark or light. macOS takes only the shape. */
const trayColours = { calm: '#8d9a90', busy: '#5b93dd', attention: '#d0902f', failed: '#df5f50' };
const trayPixels = 22;

function render(drawing, pixels, target, colour) {
  const folder = mkdtempSync(path.join(tmpdir(), 'greenroom-icons-'));
  try {
    const style = path.join(folder, 'colour.css');
    writeFileSync(style, colour === undefined ? '' : `svg { color: ${colour} }`);
    const size = ['--width', String(pixels), '--height', String(pixels)];
    execFileSync('rsvg-convert', [...size, '--stylesheet', style, '--output', path.join(here, target), path.join(here, drawing)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [state, colour] of Object.entries(trayColours)) {
  render(`tray-${state}.svg`, trayPixels, `tray-${state}.png`, colour);
  render(`tray-${state}.svg`, 2 * trayPixels, `tray-${state}@2x.png`, colour);
}
render('app-icon.svg', 512, 'app-icon.png');

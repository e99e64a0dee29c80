/**
 * Circles among imports, those of types included: files in a circle cannot be understood one at a time.
 * @param {readonly import('./imports.mjs').Import[]} imports
 * @returns {string[][]} each circle once, its first file repeated at the end
 */
export function findCircles(imports) {
  const targets = new Map();
  for (const { from, file } of imports) {
    // A component that draws itself inside itself imports itself; that is no circle of files.
    if (file === undefined || file === from) continue;
    if (!targets.has(from)) targets.set(from, new Set());
    targets.get(from).add(file);
  }
  const done = new Set();
  const trail = [];
  const circles = [];
  const walk = (file) => {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const next of targets.get(file) ?? []) walk(next);
    trail.pop();
    done.add(file);
  };
  for (const file of targets.keys()) walk(file);
  return circles;
}

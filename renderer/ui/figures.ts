/** A count with thin groups: `31,720`. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** A count with its noun in the right number: `1 tool`, `12 tools`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A span of milliseconds as a person says it: `7 ms`, `0.8 s`, `14 s`, `3 min`, `2 h 14 min`, `3 d 4 h`. */
export function span(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  if (seconds < 0.095) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Whole seconds of a running clock: `14 s`. */
export function seconds(ms: number): string {
  return `${Math.max(0, Math.floor(ms / 1_000))} s`;
}

/** Bytes in decimal units: `812 B`, `1.4 kB`, `64 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  const units = ['kB', 'MB', 'GB', 'TB'] as const;
  let scaled = value;
  let unit: string = 'B';
  for (const next of units) {
    if (scaled < 1_000) break;
    scaled /= 1_000;
    unit = next;
  }
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${unit}`;
}

/** Time of day on a 24-hour clock: `13:40`. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Time of day to the second: `13:40:07`. */
export function clockSeconds(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** A day, with the year where it is not this one: `24 November`, `24 November 2024`. */
export function day(at: number): string {
  const date = new Date(at);
  const sameYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) });
}

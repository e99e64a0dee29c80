/** Patterns and texts that are tried; what is longer, or could run for very long, is left to the server. */
export const patternLimits = {
  /** Characters of a pattern, and of a text tried against one. */
  pattern: 200,
  text: 200,
  /** Repetitions without bound: three of them over 200 characters are some million steps, a fraction of a second. */
  unbounded: 3,
  /** Repetitions of any kind: each optional part can double the work. */
  repetitions: 8,
} as const;

/**
 * Whether a text fits a schema's pattern. Undefined where that is not tried: the pattern is invalid, too long, or of a kind
 * that can run exponentially (repetitions inside repetitions or beside choices, back-references, look-around).
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > patternLimits.pattern || text.length > patternLimits.text || !isTame(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // No valid expression: the server knows what it meant.
    return undefined;
  }
}

interface Group {
  repeats: boolean;
  chooses: boolean;
}

/** True when no repetition holds a repetition or a choice, and there are few of them. */
function isTame(pattern: string): boolean {
  const open: Group[] = [{ repeats: false, chooses: false }];
  let closed: Group | undefined;
  let unbounded = 0;
  let repetitions = 0;
  for (const token of tokens(pattern)) {
    const group = open.at(-1);
    if (group === undefined) return false;
    const repetition = repetitionOf(token);
    if (repetition !== undefined) {
      if (closed !== undefined && (closed.repeats || closed.chooses)) return false;
      repetitions += 1;
      if (repetition === 'unbounded') unbounded += 1;
      group.repeats = true;
    }
    closed = undefined;
    if (token === '(' || token === '(?:') open.push({ repeats: false, chooses: false });
    else if (token.startsWith('(?') || /^\\[1-9k]/.test(token)) return false;
    else if (token === '|') group.chooses = true;
    else if (token === ')') {
      closed = open.pop();
      const around = open.at(-1);
      if (around !== undefined && closed !== undefined) {
        around.repeats ||= closed.repeats;
        around.chooses ||= closed.chooses;
      }
    }
  }
  return unbounded <= patternLimits.unbounded && repetitions <= patternLimits.repetitions;
}

function repetitionOf(token: string): 'bounded' | 'unbounded' | undefined {
  if (token === '*' || token === '+') return 'unbounded';
  if (token === '?') return 'bounded';
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (counted === null) return undefined;
  const [, low, comma, high] = counted;
  const most = comma === '' ? Number(low) : high === '' ? Infinity : Number(high);
  return most > 64 ? 'unbounded' : 'bounded';
}

/** Cuts a pattern into escapes, classes, repetitions, group openings and single characters. */
function tokens(pattern: string): readonly string[] {
  return pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|\{\d+,?\d*\}|\(\?:|\(\?<?[=!]?|[\s\S]/g) ?? [];
}

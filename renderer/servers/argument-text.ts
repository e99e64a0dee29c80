import type { Result } from '../../preload/contract/problem.js';

/**
 * Arguments as a person types them: a JSON array of texts, or one argument per line. Nothing is split at
 * spaces and no quote is read, since no shell will see them either.
 */
export function parseArguments(text: string): Result<string[], string> {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) {
    return { ok: true, value: text.split(/\r?\n/).filter((line) => line.trim() !== '') };
  }
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `This starts like a JSON array but cannot be read: ${why}. Write ["one", "two"], or one argument per line.`,
    };
  }
  if (!Array.isArray(value)) return { ok: false, problem: 'Arguments are a JSON array, like ["one", "two"].' };
  const texts: string[] = [];
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') return { ok: false, problem: `Argument ${index + 1} is no text. Put it in quotes.` };
    texts.push(item);
  }
  return { ok: true, value: texts };
}

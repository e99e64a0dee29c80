import { stripVTControlCharacters } from 'node:util';

/** Marks that reorder the text around them: a log line could be made to read as something else. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What is left of a line that a progress bar wrote over and over: the text after its last carriage return. */
function lastSegment(line: string): string {
  const text = line.replace(/\r+$/, '');
  return text.slice(text.lastIndexOf('\r') + 1);
}

/** One line of a terminal as plain text: escape sequences, control characters and direction marks taken out. Tabs stay. */
export function displayText(line: string): string {
  return stripVTControlCharacters(lastSegment(line))
    .replace(/\p{Cc}/gu, (character) => (character === '\t' ? character : ''))
    .replace(directionMarks, '');
}

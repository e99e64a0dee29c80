/** Words that say nothing about a tool. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been by can could do does for from had has have how i if in into is it its me my of on onto or our ' +
    'please should so some that the their them then there these they this those to us want was we were what when where which who ' +
    'will with would you your need using via tool'
  ).split(' '),
);

/**
 * Splits a text into lower-case words: at everything that is no letter or digit (so at `_`, `-`, `.`), at changes of
 * case (`createIssue`, `HTTPServer`) and between letters and digits. Accents are dropped.
 */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Light stemming of English: plurals and the endings of verbs, so that "creating issues" finds `create_issue`. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  const bare = singular.length > 5 ? singular.replace(/(?:ing|ed|er|or|ation|ion)$/, '') : singular;
  const short = bare.length >= 3 ? bare : singular;
  return short.replace(/([b-df-hj-np-rtv-z])\1$/, '$1').replace(/(?<=..)e$/, '');
}

/** The words of a query, stop words left out; when nothing else is there, they are kept. */
export function queryWords(text: string): string[] {
  const words = [...new Set(splitWords(text))];
  const telling = words.filter((word) => !stopWords.has(word));
  return telling.length > 0 ? telling : words;
}

/** The form in which a word is kept in the index; undefined for one that says nothing. */
export function indexTerm(word: string): string | null {
  return stopWords.has(word) ? null : stem(word);
}

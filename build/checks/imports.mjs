import path from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Import
 * @property {string} from the importing file
 * @property {number} line 1-based
 * @property {string} specifier as written
 * @property {boolean} typeOnly nothing of it is left at run time
 * @property {string | undefined} file the file it means, when it is one of ours
 */

/**
 * All imports of a set of files: static, re-exported, dynamic, and in types (`import('x').Y`), also in the scripts of Svelte files,
 * where a compiler would have dropped those of types already.
 * @param {ReadonlyMap<string, string>} files text by path relative to the checkout
 * @returns {Import[]}
 */
export function importsOf(files) {
  const known = new Set(files.keys());
  const all = [];
  for (const [from, text] of files) {
    const source = ts.createSourceFile(from, scriptOf(from, text), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    const add = (node, specifier, typeOnly) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      all.push({ from, line, specifier, typeOnly, file: resolveRelative(from, specifier, known) });
    };
    visit(source, add);
  }
  return all;
}

/** Blanks everything outside of `<script>` in a Svelte file, so that line numbers stay true. */
export function scriptOf(file, text) {
  if (!file.endsWith('.svelte')) return text;
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  let script = '';
  let at = 0;
  for (const match of text.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[1].length;
    script += blank(text.slice(at, start)) + match[2];
    at = start + match[2].length;
  }
  return script + blank(text.slice(at));
}

function visit(node, add) {
  if (ts.isImportDeclaration(node)) {
    add(node, node.moduleSpecifier.text, isTypeOnlyImport(node.importClause));
  } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    add(node, node.moduleSpecifier.text, node.isTypeOnly);
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    if (specifier && ts.isStringLiteralLike(specifier)) add(node, specifier.text, false);
  } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    add(node, node.argument.literal.text, true);
  }
  ts.forEachChild(node, (child) => visit(child, add));
}

function isTypeOnlyImport(clause) {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  if (clause.name || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}

function resolveRelative(from, specifier, known) {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  return [target, target.replace(/\.js$/, '.ts')].find((file) => known.has(file));
}

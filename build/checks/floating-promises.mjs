/**
 * Promises that nobody waits for, in the scripts of components. ESLint's rule does this for .ts files; for .svelte files it would need
 * minutes and gigabytes, since it types each of them anew. Here all scripts are typed together, once.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { scriptOf } from './imports.mjs';
import { listSources } from './list-sources.mjs';

/**
 * Checks all components of the checkout.
 * @param {string} root
 * @returns {Promise<string[]>} one sentence for each floating promise
 */
export async function checkFloatingPromises(root) {
  const scripts = new Map();
  for (const file of await listSources(root, ['.svelte'], 'renderer')) {
    scripts.set(path.join(root, `${file}.ts`), scriptOf(file, await readFile(path.join(root, file), 'utf8')));
  }
  return floatingPromises(root, scripts);
}

/**
 * Types the given texts, and what they import, as the checkout's tsconfig.json says.
 * @param {string} root
 * @param {ReadonlyMap<string, string>} scripts text by absolute path; these files need not exist
 * @returns {string[]}
 */
export function floatingPromises(root, scripts) {
  const config = ts.parseJsonConfigFileContent(ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root);
  const host = ts.createCompilerHost(config.options);
  const { readFile: readReal, fileExists } = host;
  host.readFile = (file) => scripts.get(file) ?? readReal(file);
  host.fileExists = (file) => scripts.has(file) || fileExists(file);
  const program = ts.createProgram([...scripts.keys()], config.options, host);
  const checker = program.getTypeChecker();
  const faults = [];
  for (const file of scripts.keys()) {
    const source = program.getSourceFile(file);
    if (source === undefined) continue;
    const visit = (node) => {
      if (ts.isExpressionStatement(node) && isFloating(node.expression, checker)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        faults.push(`${path.relative(root, file).replace(/\.ts$/, '')}:${line}: nobody waits for this promise; await it, or say void`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return faults;
}

function isFloating(expression, checker) {
  if (ts.isVoidExpression(expression) || ts.isAwaitExpression(expression) || isHandled(expression)) return false;
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken) return false;
  const type = checker.getTypeAtLocation(expression);
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => {
    const then = part.getProperty('then');
    return then !== undefined && checker.getTypeOfSymbol(then).getCallSignatures().length > 0;
  });
}

/** `promise.catch(…)` and `promise.then(…, …)` take care of the failure. */
function isHandled(expression) {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const name = expression.expression.name.text;
  return (name === 'catch' && expression.arguments.length > 0) || (name === 'then' && expression.arguments.length > 1);
}

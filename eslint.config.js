import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** No default exports: a thing has one name everywhere. Configuration files are exempt, since their tools ask for one. */
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: one word for one thing, everywhere.',
};

export default defineConfig(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Handlers answer promises by contract, also where nothing is awaited.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // What the parts hand each other are records of closures, which may be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      // TypeScript knows the globals.
      'no-undef': 'off',
    },
  },
  // After the TypeScript block, which would otherwise hand .svelte files to its own parser.
  ...svelte.configs.recommended,
  {
    // Typing each component anew takes minutes and gigabytes: svelte-check knows their types, and build/checks/floating-promises.mjs
    // finds the promises that nobody waits for.
    files: ['**/*.svelte'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { parser: tseslint.parser, projectService: false } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      // `let` is how Svelte declares props and state.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  {
    files: ['main/**', 'preload/**', 'renderer/**', 'test/**'],
    ignores: ['**/*.svelte'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['main/**', 'preload/**', 'renderer/**', 'build/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    // Vitest's matchers (`expect.any`, `expect.objectContaining`) and parsed answers are `any` by their nature.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    },
  },
);

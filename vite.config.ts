import { builtinModules } from 'node:module';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** What the main process and the preload get from their runtime instead of from the bundle. */
const fromRuntime = ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Three builds in one file: the window (client), the main process with the terminal entry, and the preload. */
export default defineConfig({
  base: './',
  root: 'renderer',
  publicDir: false,
  plugins: [svelte()],
  // How long plugins took on a busy machine is no warning for the person who starts the app.
  build: { rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        outDir: '../out/renderer',
        emptyOutDir: true,
        target: 'chrome130',
        modulePreload: { polyfill: false },
        // The policy allows the app's own files only: a small font written into the style sheet as a data URL would be refused.
        assetsInlineLimit: 0,
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: fromRuntime, conditions: ['node'] },
      build: {
        outDir: '../out/main',
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        ssr: true,
        rollupOptions: {
          input: { electron: 'main/electron.ts', cli: 'main/cli.ts' },
          external: fromRuntime,
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: fromRuntime },
      build: {
        outDir: '../out/preload',
        emptyOutDir: true,
        target: 'chrome130',
        minify: true,
        ssr: true,
        rollupOptions: {
          input: { index: 'preload/index.ts' },
          external: fromRuntime,
          // A sandboxed preload cannot be an ES module.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'main', 'preload']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
    },
  },
});

import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The API of a running `npm start`, for `npm run dev:dashboard`. */
const API = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [tailwindcss()],
  oxc: { jsx: { runtime: 'automatic' } },
  // Uses the sources of the lib that reads files, because it has no build for browsers.
  resolve: { alias: { '#libs/order-import': fileURLToPath(new URL('../../libs/order-import/src/index.ts', import.meta.url)) } },
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 700, license: { fileName: 'licences.md' } },
  server: {
    proxy: {
      // Sends the API's own origin: the API accepts changes with a cookie from its own pages only.
      '/api': { target: API, headers: { origin: API } },
    },
  },
});

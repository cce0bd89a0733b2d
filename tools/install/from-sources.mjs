// `node --import ./tools/install/from-sources.mjs FILE.ts` runs TypeScript of this repository without a build, with the settings of .swcrc.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { ROOT } from '../paths.mjs';

// Node runs these hooks in a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

/** `./x.js` in a source is `./x.ts` on disk; `source` picks the TypeScript side of the `#libs/*` imports in package.json. */
export function resolve(specifier, context, next) {
  if (specifier.startsWith('#libs/')) return next(specifier, { ...context, conditions: ['source', ...context.conditions] });
  const isOurs = specifier.startsWith('.') && isSource(context.parentURL ?? '');
  return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const { transform } = await import('@swc/core');
  const filename = fileURLToPath(url);
  const settings = { filename, cwd: ROOT, configFile: path.join(ROOT, '.swcrc'), sourceMaps: false };
  const { code } = await transform(await readFile(filename, 'utf8'), settings);
  return { format: 'module', source: code, shortCircuit: true };
}

const isSource = (url) => url.endsWith('.ts') && !url.includes('/node_modules/');

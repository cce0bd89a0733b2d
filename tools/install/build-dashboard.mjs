// The pages of apps/dashboard, which Vite builds; everything else is compiled by build.mjs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { isProgram, ROOT } from '../paths.mjs';
import { filesBelow, fingerprint, inOrder, isStamped, replaceFolder } from './source-files.mjs';

const PAGES = 'apps/dashboard';
/** The folders that the pages are built from. */
const SOURCES = [PAGES, 'libs/order-import'];
const BUILT = path.join(ROOT, 'dist/apps/dashboard');
const STAMP = path.join(BUILT, '.built-from');
const NEXT = path.join(ROOT, 'dist/.next-dashboard');
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Below this size the headers cost more than compression saves. */
const WORTH_COMPRESSING_BYTES = 1024;

/** @returns {boolean} whether the pages were built from exactly the sources and packages that are here now */
export const isDashboardBuilt = () => isStamped(STAMP, sources());

/**
 * Builds the pages into dist/apps/dashboard, each file also compressed. A failed build leaves the last good one in place.
 * Callers hold the build lock (see bootstrap.mjs).
 *
 * @returns {Promise<void>}
 * @throws {Error} with what Vite says
 */
export async function buildDashboard() {
  // Computed before the build: if a source is saved during the build, the stamp is too old and the next start builds again.
  const stamp = fingerprint(sources());
  fs.rmSync(NEXT, { recursive: true, force: true });
  await runVite(['build', '--outDir', NEXT, '--emptyOutDir', '--logLevel', 'warn']);
  await Promise.all(fs.readdirSync(NEXT, { recursive: true }).map((name) => compress(path.join(NEXT, name))));
  fs.mkdirSync(path.dirname(BUILT), { recursive: true });
  replaceFolder(NEXT, BUILT);
  fs.writeFileSync(STAMP, stamp);
}

const sources = () => [
  'package-lock.json',
  ...inOrder(SOURCES.flatMap((folder) => filesBelow(folder)).filter((file) => !file.endsWith('.spec.ts'))),
];

function runVite(args) {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: path.join(ROOT, PAGES),
      // Settings of a test run must not change how the pages are built.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The dashboard (${PAGES}) cannot be built; Vite says:\n${output.trim()}`));
    });
  });
}

async function compress(file) {
  if (!COMPRESSIBLE.test(file) || fs.statSync(file).size < WORTH_COMPRESSING_BYTES) return;
  const content = fs.readFileSync(file);
  fs.writeFileSync(`${file}.gz`, await promisify(zlib.gzip)(content, { level: 9 }));
  fs.writeFileSync(`${file}.br`, await promisify(zlib.brotliCompress)(content));
}

// `npm run build` ends with this.
if (isProgram(import.meta.url)) {
  await buildDashboard().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

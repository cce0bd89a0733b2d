// The pages of apps/dashboard, which Vite builds; everything else is compiled by build.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { isProgram, ROOT } from '../paths.mjs';
import { API_TYPES } from './api-types.mjs';
import { compressAll, orFail, runBuilder } from './pages.mjs';
import { filesBelow, fingerprint, inOrder, isStamped, replaceFolder } from './source-files.mjs';

const PAGES = 'apps/dashboard';
/** The folders that the pages are built from. */
const SOURCES = [PAGES, 'libs/order-import'];
const BUILT = path.join(ROOT, 'dist/apps/dashboard');
const STAMP = path.join(BUILT, '.built-from');
const NEXT = path.join(ROOT, 'dist/.next-dashboard');

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
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', NEXT, '--emptyOutDir', '--logLevel', 'warn'];
  await runBuilder({ name: `The dashboard (${PAGES})`, args: vite, cwd: PAGES });
  await compressAll(NEXT);
  fs.mkdirSync(path.dirname(BUILT), { recursive: true });
  replaceFolder(NEXT, BUILT);
  fs.writeFileSync(STAMP, stamp);
}

const isBuilt = (file) => !file.endsWith('.spec.ts') && !API_TYPES.includes(file);

const sources = () => ['package-lock.json', ...inOrder(SOURCES.flatMap((folder) => filesBelow(folder)).filter(isBuilt))];

// `npm run build` calls this after the compiler.
if (isProgram(import.meta.url)) await orFail(buildDashboard());

// The site of the documentation, which Eleventy builds from the Markdown of the repository (apps/docs).
import fs from 'node:fs';
import path from 'node:path';
import { isProgram, ROOT } from '../paths.mjs';
import { compressAll, orFail, runBuilder } from './pages.mjs';
import { filesBelow, fingerprint, inOrder, isStamped, replaceFolder } from './source-files.mjs';

const SITE = 'apps/docs';
/** The folders that the site is built from. The dashboard gives its theme and its colours. */
const SOURCES = [SITE, 'docs', 'apps/dashboard/public'];
const FILES = [
  'package-lock.json',
  '.env.example',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'libs/client/README.md',
  'apps/dashboard/src/styles.css',
];
const BUILT = path.join(ROOT, 'dist/apps/docs');
const STAMP = path.join(BUILT, '.built-from');
const NEXT = path.join(ROOT, 'dist/.next-docs');

/** @returns {boolean} whether the site was built from exactly the pages and packages that are here now */
export const areDocsBuilt = () => isStamped(STAMP, sources());

/**
 * Builds the site into dist/apps/docs, each file also compressed. A failed build leaves the last good one in place.
 * Callers hold the build lock (see bootstrap.mjs).
 *
 * @returns {Promise<void>}
 * @throws {Error} with what Eleventy says
 */
export async function buildDocs() {
  // Computed before the build: if a page is saved during the build, the stamp is too old and the next start builds again.
  const stamp = fingerprint(sources());
  fs.rmSync(NEXT, { recursive: true, force: true });
  const eleventy = ['node_modules/@11ty/eleventy/cmd.cjs', `--config=${SITE}/eleventy.config.mjs`, `--output=${path.relative(ROOT, NEXT)}`];
  await runBuilder({ name: `The documentation (${SITE})`, args: eleventy, cwd: '.' });
  await compressAll(NEXT);
  fs.mkdirSync(path.dirname(BUILT), { recursive: true });
  replaceFolder(NEXT, BUILT);
  fs.writeFileSync(STAMP, stamp);
}

const sources = () => [...FILES, ...inOrder(SOURCES.flatMap((folder) => filesBelow(folder)))];

// `npm run build` ends with this.
if (isProgram(import.meta.url)) await orFail(buildDocs());

import fs from 'node:fs';
import path from 'node:path';
import { isProgram, ROOT } from '../paths.mjs';
import { API_TYPES } from './api-types.mjs';
import { bundlePrograms } from './bundle.mjs';
import { orFail, runBuilder } from './pages.mjs';
import { filesBelow, fingerprint, inOrder, isStamped, replaceFolder } from './source-files.mjs';

const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.built-from');
const SOURCE_FOLDERS = ['apps', 'libs', 'tools', 'bench'];
const SETTINGS = ['.swcrc', 'nest-cli.json', 'tsconfig.json', 'package-lock.json', 'tools/install/bundle.mjs'];

/**
 * @returns {boolean} whether dist/ was built from exactly the sources, settings and packages that are here now
 */
export const isBuilt = () => isStamped(STAMP, [...SETTINGS, ...sources()]);

/**
 * Builds in a process of its own: the compiler and the bundler keep more than a gigabyte, and the launcher runs as long as the product.
 * Callers hold the build lock (see bootstrap.mjs).
 *
 * @returns {Promise<{files: number}>}
 * @throws {Error} that names each file that does not compile, with the line
 */
export async function build() {
  const files = sources().length;
  await runBuilder({ name: 'The service', args: ['tools/install/build.mjs'], cwd: '.' });
  return { files };
}

/**
 * Compiles every source into dist/ with the settings of .swcrc, in the layout of `nest build --all`, which
 * compiles each app and lib by itself and takes ten times as long. The complete new tree replaces the old one in one step,
 * so deleted sources leave nothing behind and a failed build leaves the last good one in place.
 *
 * @returns {Promise<void>}
 * @throws {Error} that names each file that does not compile, with the line
 */
async function compileAll() {
  const files = sources();
  // Computed before the build: if a source is saved during the build, the stamp is too old and the next start builds again.
  const stamp = fingerprint([...SETTINGS, ...files]);
  const next = path.join(DIST, '.next');
  fs.rmSync(next, { recursive: true, force: true });
  const compiled = await Promise.allSettled(files.map((file) => compile(file, next)));
  const problems = compiled.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.message);
  if (problems.length > 0) throw new Error(`${problems.length} of ${files.length} sources do not compile.\n${problems.join('\n')}`);
  await bundlePrograms(next);
  fs.rmSync(STAMP, { force: true });
  keepPages(next);
  for (const folder of SOURCE_FOLDERS) replaceFolder(path.join(next, folder), path.join(DIST, folder));
  fs.rmSync(next, { recursive: true, force: true });
  fs.writeFileSync(STAMP, stamp);
}

async function compile(file, next) {
  // Imported late, because node_modules does not exist yet when the first command starts.
  const { transformFile } = await import('@swc/core');
  const target = path.join(next, file.replace(/\.ts$/, '.js'));
  const inDist = path.join(DIST, path.dirname(file));
  const { code, map } = await transformFile(path.join(ROOT, file), {
    cwd: ROOT,
    configFile: path.join(ROOT, '.swcrc'),
    sourceFileName: path.relative(inDist, path.join(ROOT, file)),
  }).catch((error) => {
    throw new Error(`${file}: ${error.message}`);
  });
  const name = path.basename(target);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, map === undefined ? code : `${code}\n//# sourceMappingURL=${name}.map`);
  if (map !== undefined) fs.writeFileSync(`${target}.map`, map);
}

/** The dashboard and the documentation are apps too, but build-dashboard.mjs and build-docs.mjs build them. */
function keepPages(next) {
  for (const app of ['apps/dashboard', 'apps/docs']) {
    const pages = path.join(DIST, app);
    if (fs.existsSync(pages)) fs.renameSync(pages, path.join(next, app));
  }
}

/** @returns {string[]} sorted paths from the root of all sources that reach dist/: files in src folders, without tests and declarations */
function sources() {
  return inOrder(SOURCE_FOLDERS.flatMap(filesBelow).filter(isCompiled));
}

const isCompiled = (file) =>
  file.includes('/src/') &&
  file.endsWith('.ts') &&
  !file.endsWith('.spec.ts') &&
  !file.endsWith('.d.ts') &&
  !API_TYPES.includes(file) &&
  !file.startsWith('apps/dashboard/');

// `build` starts this file as a program.
if (isProgram(import.meta.url)) await orFail(compileAll());

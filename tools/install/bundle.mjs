import fs from 'node:fs';
import path from 'node:path';
import { isProgram, ROOT } from '../paths.mjs';

/** The programs that run for long or often, and the threads that they start by file name. Paths in the app's src folder, without suffix. */
const PROGRAMS = {
  api: ['main'],
  'scoring-worker': ['main', 'models/fit/fit-model.thread', 'models/replay/replay-past.thread'],
  cli: ['main'],
};

/** Packages that stay in node_modules: native code, and files found by folder (the scripts of Bull, the pages of its board). */
const APART = /^(bcrypt|bull|ioredis|@bull-board\/.*)$/;

/**
 * Writes each program with all of its packages as two files, its own code and the packages, into `apps/APP/bundle`. Node reads and compiles
 * two large files in a third of the time that it takes for 1,500 small ones.
 *
 * @param {string} built folder with the compiled `apps` and `libs`
 * @returns {Promise<void>}
 * @throws {Error} with what the bundler says
 */
export async function bundlePrograms(built) {
  // Imported late, because node_modules does not exist yet when the first command starts.
  const { rolldown } = await import('rolldown');
  await Promise.all(Object.entries(PROGRAMS).map(([app, programs]) => bundle(rolldown, built, app, programs)));
}

async function bundle(rolldown, built, app, programs) {
  const bundler = await rolldown({
    input: Object.fromEntries(programs.map((program) => [path.basename(program), path.join(built, `apps/${app}/src/${program}.js`)])),
    cwd: ROOT,
    platform: 'node',
    external: APART,
    // Modules that only register something must stay.
    treeshake: false,
    checks: { eval: false, pluginTimings: false },
    // Packages import optional packages that are not installed.
    onLog: (level, log, pass) => log.code === 'UNRESOLVED_IMPORT' || pass(level, log),
    plugins: [ourLibs(built), ourMaps()],
  });
  await bundler.write({
    dir: path.join(built, `apps/${app}/bundle`),
    format: 'esm',
    keepNames: true,
    // Minifying would remove calls with an unused result, also those that are made for the error they throw.
    minify: false,
    sourcemap: true,
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
    plugins: [withoutMapsOfPackages()],
  });
  await bundler.close();
}

/** The new build, not the one in dist that `imports` of package.json names. */
const ourLibs = (built) => ({
  name: 'our-libs',
  resolveId: (id) => (id.startsWith('#libs/') ? path.join(built, 'libs', id.slice('#libs/'.length), 'src/index.js') : null),
});

/** Stack traces name the lines of the TypeScript. */
const ourMaps = () => ({
  name: 'our-maps',
  load(id) {
    const map = `${id}.map`;
    if (id.includes('/node_modules/') || !fs.existsSync(map)) return null;
    return { code: fs.readFileSync(id, 'utf8'), map: fs.readFileSync(map, 'utf8') };
  },
});

/** They would be 15 MB that Node reads before it prints the first stack trace. */
const withoutMapsOfPackages = () => ({
  name: 'without-maps-of-packages',
  generateBundle(_options, files) {
    for (const name of Object.keys(files)) if (name.startsWith('packages') && name.endsWith('.map')) delete files[name];
    for (const file of Object.values(files)) {
      if (file.type === 'chunk' && file.name === 'packages') file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    }
  },
});

// `npm run build` calls this after the compiler.
if (isProgram(import.meta.url)) await bundlePrograms(path.join(ROOT, 'dist'));

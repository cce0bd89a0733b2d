// `npm run pack:client`: builds the client package in dist/client-package, and its tarball in dist. `npm publish dist/client-package`
// publishes it.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { areApiTypesCurrent, generateApiTypes } from '../install/api-types.mjs';
import { ROOT } from '../paths.mjs';

const SOURCE = path.join(ROOT, 'libs/client');
const PACKAGE = path.join(ROOT, 'dist/client-package');
const CODE = path.join(PACKAGE, 'dist');
const TARBALLS = path.join(ROOT, 'dist');
/** The bridge for agents, which `npx` runs. */
const PROGRAM = ['main.ts', 'agents'];
/** A relative import in code or declarations, without its extension. */
const RELATIVE_IMPORT = /(['"]\.{1,2}\/[^'"]+)\.js(['"])/g;

/** Compiles with tsc and not with swc, because a package needs declarations. */
function compile(source, out) {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = ['-p', path.join(source, 'tsconfig.package.json'), '--outDir', out];
  execFileSync(process.execPath, [tsc, ...args], { stdio: 'inherit' });
}

/**
 * Compiles the same sources to CommonJS, under the file names that mark it in a package of ES modules: `.cjs` and `.d.cts`.
 * TypeScript takes the format of a file from the package.json above it, so the sources are copied under another one.
 */
function compileCommonJs() {
  const copy = path.join(ROOT, 'dist/.client-commonjs');
  const compiled = path.join(copy, 'out');
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(path.join(SOURCE, 'src'), path.join(copy, 'src'), { recursive: true });
  // A program of its own, which is an ES module only.
  for (const file of PROGRAM) fs.rmSync(path.join(copy, 'src', file), { recursive: true });
  fs.writeFileSync(path.join(copy, 'package.json'), '{ "type": "commonjs" }');
  const settings = JSON.parse(fs.readFileSync(path.join(SOURCE, 'tsconfig.package.json'), 'utf8'));
  fs.writeFileSync(path.join(copy, 'tsconfig.package.json'), JSON.stringify({ ...settings, extends: path.join(ROOT, 'tsconfig.json') }));
  compile(copy, compiled);
  for (const name of fs.readdirSync(compiled, { recursive: true })) {
    if (!name.endsWith('.js') && !name.endsWith('.d.ts')) continue;
    const text = fs.readFileSync(path.join(compiled, name), 'utf8').replaceAll(RELATIVE_IMPORT, '$1.cjs$2');
    const renamed = name.endsWith('.js') ? name.replace(/\.js$/, '.cjs') : name.replace(/\.d\.ts$/, '.d.cts');
    fs.writeFileSync(path.join(CODE, renamed), text);
  }
  fs.rmSync(copy, { recursive: true, force: true });
}

/** Fails on a package.json by which some resolvers would find no code or no types. */
async function checkRules() {
  const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')]);
  const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true, pack: false });
  const problems = messages.map((message) => formatMessage(message, pkg, { color: false }));
  if (problems.length > 0) throw new Error(`The client package breaks rules of publint:\n${problems.join('\n')}`);
}

async function packClient() {
  if (!areApiTypesCurrent()) generateApiTypes();
  fs.rmSync(PACKAGE, { recursive: true, force: true });
  compile(SOURCE, CODE);
  compileCommonJs();
  for (const file of ['package.json', 'README.md']) fs.copyFileSync(path.join(SOURCE, file), path.join(PACKAGE, file));
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
  await checkRules();
  const options = { encoding: 'utf8', shell: process.platform === 'win32' };
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', TARBALLS, PACKAGE], options);
  return path.join(TARBALLS, JSON.parse(packed)[0].filename);
}

process.stdout.write(`${await packClient()}\n`);

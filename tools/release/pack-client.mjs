// `npm run pack:client`: builds the client package in dist/client-package, and its tarball beside it.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const SOURCE = path.join(ROOT, 'libs/client');
const PACKAGE = path.join(ROOT, 'dist/client-package');
const TARBALLS = path.join(ROOT, 'dist');

/** Compiles with tsc and not with swc, because a package needs declarations. */
function packClient() {
  fs.rmSync(PACKAGE, { recursive: true, force: true });
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', path.join(SOURCE, 'tsconfig.package.json')], { stdio: 'inherit' });
  for (const file of ['package.json', 'README.md']) fs.copyFileSync(path.join(SOURCE, file), path.join(PACKAGE, file));
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
  const options = { encoding: 'utf8', shell: process.platform === 'win32' };
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', TARBALLS, PACKAGE], options);
  return path.join(TARBALLS, JSON.parse(packed)[0].filename);
}

process.stdout.write(`${packClient()}\n`);

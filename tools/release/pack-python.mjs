// `node tools/release/pack-python.mjs`: builds the package for Python as a wheel in dist, and prints its path. It takes
// nothing from the network: pip, setuptools and wheel have to be installed (Debian: python3-pip python3-setuptools python3-wheel).
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { areApiTypesCurrent, generateApiTypes } from '../install/api-types.mjs';
import { ROOT } from '../paths.mjs';

const WHEELS = path.join(ROOT, 'dist');

function packPython() {
  if (!areApiTypesCurrent()) generateApiTypes();
  // setuptools writes beside the sources, so it gets a copy.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-python-'));
  try {
    fs.cpSync(path.join(ROOT, 'clients/python'), copy, { recursive: true, filter: (file) => path.basename(file) !== '__pycache__' });
    const wheels = path.join(copy, 'wheels');
    const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-index', '--no-build-isolation', '--wheel-dir', wheels, copy];
    execFileSync('python3', args, { stdio: 'inherit' });
    const [wheel] = fs.readdirSync(wheels);
    fs.mkdirSync(WHEELS, { recursive: true });
    fs.copyFileSync(path.join(wheels, wheel), path.join(WHEELS, wheel));
    return path.join(WHEELS, wheel);
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

process.stdout.write(`${packPython()}\n`);

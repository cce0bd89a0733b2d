// `node tools/release/pack-python.mjs` builds the package for Python as a wheel in dist, and prints its path. It does not
// use the network, so the modules in MODULES must be installed.
import '../check-node.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exitWithSentence } from '../install/bootstrap.mjs';
import { areApiTypesCurrent, generateApiTypes } from '../install/api-types.mjs';
import { ROOT } from '../paths.mjs';

const WHEELS = path.join(ROOT, 'dist');
/** Modules that build the wheel, and that try it in an empty environment (ensurepip). The values are their packages in Debian. */
const MODULES = { pip: 'python3-pip', setuptools: 'python3-setuptools', wheel: 'python3-wheel', ensurepip: 'python3-venv' };

/** @throws {Error} a sentence that names all missing modules and their packages */
function checkModules() {
  const names = Object.keys(MODULES);
  const program = 'import importlib.util, sys; print(*[name for name in sys.argv[1:] if importlib.util.find_spec(name) is None])';
  const { status, stdout } = spawnSync('python3', ['-c', program, ...names], { encoding: 'utf8' });
  const missing = status === 0 ? names.filter((name) => stdout.split(/\s/).includes(name)) : ['python3', ...names];
  if (missing.length === 0) return;
  const packages = missing.map((name) => MODULES[name] ?? name).join(' ');
  throw new Error(`The wheel for Python needs ${missing.join(', ')}. On Debian, install them with: apt-get install ${packages}`);
}

function packPython() {
  checkModules();
  if (!areApiTypesCurrent()) generateApiTypes();
  // setuptools writes into the folder of the sources, so it gets a copy.
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

try {
  process.stdout.write(`${packPython()}\n`);
} catch (error) {
  exitWithSentence(error);
}

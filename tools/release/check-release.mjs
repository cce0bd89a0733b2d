// Checks the files of a release as a stranger uses them: in empty folders, with nothing of this repository but its chart tests.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { missingSources, releaseFiles, wrongFiles } from './release-files.mjs';

const shell = process.platform === 'win32';
/** Uses the client without a service: the call fails with the error that its manual names. */
const CALL = `new ChurnClient({ baseUrl: 'http://127.0.0.1:2/api/v1', apiKey: 'ck_live_x', retry: { tries: 1 } })
  .customers.get('c-1').catch(({ name }) => { console.log(name); });`;
const NAMES = '{ ChurnClient }';

const run = (command, args, cwd, env = process.env) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell, maxBuffer: 64 * 1024 * 1024 });

function has(program) {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore', shell });
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} folder of the release
 * @param {string} version
 * @param {(line: string) => void} log called after each check
 * @throws {Error} at the first file that a stranger could not use
 */
export function checkRelease(folder, version, log) {
  const files = releaseFiles(version);
  const fileOf = (name) => path.join(folder, files[name]);
  const wrong = wrongFiles(folder);
  if (wrong.length > 0) throw new Error(`The checksums do not fit ${wrong.join(', ')}.`);
  log('checksums: they fit all files');
  log(`${files.sbom}, ${files.licences}: ${checkComponents(fileOf('sbom'), fileOf('licences'))} packages in both`);
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-release-'));
  try {
    checkClient(fileOf('client'), path.join(empty, 'shop'), version);
    log(`${files.client}: installs in an empty project, import and require work`);
    checkPython(fileOf('python'), path.join(empty, 'python'), version);
    log(`${files.python}: installs in an empty environment, with its types`);
    log(`${files.chart}: ${checkChart(fileOf('chart'), path.join(empty, 'chart'))}`);
    log(`${files.context}: ${checkContext(fileOf('context'), path.join(empty, 'context'), version)}`);
  } finally {
    fs.rmSync(empty, { recursive: true, force: true });
  }
}

/** The begin of a package's part in the licences. */
const headingOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version} (`;

function checkComponents(sbom, licences) {
  const { components } = JSON.parse(fs.readFileSync(sbom, 'utf8'));
  const texts = fs.readFileSync(licences, 'utf8');
  const missing = components.map(headingOf).filter((name) => !texts.includes(name));
  if (missing.length > 0) throw new Error(`The licences lack packages of the bill of materials: ${missing.join(', ')}.`);
  return components.length;
}

function checkClient(tarball, shop, version) {
  fs.mkdirSync(shop);
  fs.writeFileSync(path.join(shop, 'package.json'), '{"name":"shop","private":true}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], shop);
  const programs = [
    ['--input-type=module', `import ${NAMES} from '@churn-scoring/client'; ${CALL}`],
    ['--input-type=commonjs', `const ${NAMES} = require('@churn-scoring/client'); ${CALL}`],
  ];
  for (const [format, program] of programs) {
    const printed = execFileSync(process.execPath, [format, '--eval', program], { cwd: shop, encoding: 'utf8' }).trim();
    if (printed !== 'ChurnConnectionError') throw new Error(`The client with ${format} prints "${printed}".`);
  }
  const installed = JSON.parse(fs.readFileSync(path.join(shop, 'node_modules/@churn-scoring/client/package.json'), 'utf8'));
  if (installed.version !== version) throw new Error(`The client has the version ${installed.version}.`);
}

function checkPython(wheel, folder, version) {
  run('python3', ['-m', 'venv', folder]);
  const python = path.join(folder, process.platform === 'win32' ? 'Scripts/python' : 'bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', wheel]);
  const program = `
import importlib.metadata, importlib.resources
import churn_scoring.api_types
from churn_scoring import ChurnClient, ChurnConnectionError
from churn_scoring.http import Retry
from churn_scoring.version import VERSION
assert (importlib.resources.files("churn_scoring") / "py.typed").is_file()
try:
    ChurnClient("http://127.0.0.1:2/api/v1", "ck_live_x", retry=Retry(tries=1)).customer("c-1")
except ChurnConnectionError as error:
    print(type(error).__name__, importlib.metadata.version("churn-scoring"), VERSION)`;
  const printed = execFileSync(python, ['-c', program], { cwd: folder, encoding: 'utf8' }).trim();
  if (printed !== `ChurnConnectionError ${version} ${version}`) throw new Error(`The package for Python prints "${printed}".`);
}

/** Renders the chart by its own tests. They ask Helm too, where it is installed. */
function checkChart(archive, folder) {
  fs.mkdirSync(folder);
  run('tar', ['-xzf', archive, '-C', folder]);
  const chart = path.join(folder, fs.readdirSync(folder)[0]);
  const args = [path.join(ROOT, 'node_modules/jest/bin/jest.js'), 'test/contract/deployment/chart.spec.ts', '--silent'];
  run(process.execPath, [...args, '--selectProjects', 'unit'], ROOT, { ...process.env, CHART_FOLDER: chart });
  return `its tests render it, ${has('helm') ? 'and helm renders the same' : 'without helm, which is not installed'}`;
}

/** Without Docker, the stages of the Dockerfile run here, in the same order. */
function checkContext(archive, folder, version) {
  fs.mkdirSync(folder);
  run('tar', ['-xzf', archive, '-C', folder]);
  const context = path.join(folder, fs.readdirSync(folder)[0]);
  const missing = missingSources(context);
  if (missing.length > 0) throw new Error(`The image context lacks ${missing.join(', ')}.`);
  if (has('docker')) {
    run('docker', ['build', '--quiet', '--file', 'docker/Dockerfile', '--tag', `churn-scoring:${version}`, '.'], context);
    return 'docker builds the image';
  }
  const image = path.join(folder, 'image');
  const env = { ...process.env, CI: 'true' };
  run('npm', ['ci', '--no-audit', '--no-fund'], context, env);
  run(process.execPath, ['tools/install/bootstrap.mjs'], context, env);
  fs.mkdirSync(image);
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'dist', 'docker'])
    fs.cpSync(path.join(context, file), path.join(image, file), { recursive: true });
  run('npm', ['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund'], image, env);
  const help = run(process.execPath, ['docker/entry.mjs', 'admin', '--help'], image);
  if (!help.includes('migrate')) throw new Error(`The built image does not know its commands: ${help.slice(0, 200)}`);
  return 'it builds, and the command answers; there is no docker here';
}

// The steps that builds of pages share: the dashboard and the documentation.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ROOT } from '../paths.mjs';

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Below this size the headers cost more than compression saves. */
const WORTH_COMPRESSING_BYTES = 1024;

/**
 * Runs a program of a package. It writes to a file: with a pipe, Eleventy reports the error of the pipe to the pipe for ever when we are killed.
 *
 * @param {{name: string, args: string[], cwd: string}} builder name of the result for errors; program and arguments; folder; paths from the root
 * @returns {Promise<void>}
 * @throws {Error} with what the program says
 */
export function runBuilder({ name, args: [program, ...args], cwd }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-build-'));
  const output = path.join(folder, 'output.txt');
  const file = fs.openSync(output, 'w');
  const built = new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
      cwd: path.join(ROOT, cwd),
      // Settings of a test run must not change how the pages are built.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', file, file],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${name} cannot be built; ${path.basename(program)} says:\n${fs.readFileSync(output, 'utf8').trim()}`));
    });
  });
  return built.finally(() => {
    fs.closeSync(file);
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

/** Writes each file of a folder also in compressed form, for the server to choose. */
export const compressAll = (folder) =>
  Promise.all(fs.readdirSync(folder, { recursive: true }).map((name) => compress(path.join(folder, name))));

async function compress(file) {
  if (!COMPRESSIBLE.test(file) || fs.statSync(file).size < WORTH_COMPRESSING_BYTES) return;
  const content = fs.readFileSync(file);
  fs.writeFileSync(`${file}.gz`, await promisify(zlib.gzip)(content, { level: 9 }));
  fs.writeFileSync(`${file}.br`, await promisify(zlib.brotliCompress)(content));
}

/** Ends the process with the sentence of the error. */
export const orFail = (work) =>
  work.catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });

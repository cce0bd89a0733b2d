// `npm run generate:types`: the types that the client packages and the dashboard have of the API. They follow from the sources of the API,
// so they are generated and not committed. Commands that read them generate them first.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isProgram, ROOT } from '../paths.mjs';
import { filesBelow, fingerprint, inOrder, isStamped } from './source-files.mjs';

export const API_TYPES = [
  'libs/client/src/generated/api.ts',
  'apps/dashboard/src/api/schema.ts',
  'clients/python/churn_scoring/api_types.py',
];
const GENERATOR = 'tools/src/api-types';
const SOURCES = ['apps/api/src', 'libs', GENERATOR];
const SETTINGS = ['.swcrc', 'package-lock.json', 'package.json', 'tools/install/from-sources.mjs'];
const STAMP = path.join(ROOT, 'dist/.api-types-from');

/** @returns {boolean} whether the types are there, unchanged, and were generated from exactly the sources and packages that are here now */
export const areApiTypesCurrent = () => isStamped(STAMP, [...inputs(), ...API_TYPES]);

/**
 * Generates the types in some seconds, without a build, a database or Redis. Several commands may do so at once.
 *
 * @throws {Error} with what the generator says
 */
export function generateApiTypes() {
  // Read before: if a source is saved while the generator runs, the stamp is too old and the next command generates again.
  const files = inputs();
  const before = fingerprint(files);
  const hooks = pathToFileURL(path.join(ROOT, 'tools/install/from-sources.mjs')).href;
  const generator = path.join(ROOT, GENERATOR, 'generate-types.ts');
  const { status, stderr, error } = spawnSync(process.execPath, ['--import', hooks, generator], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of the API cannot be generated:\n${error?.message ?? stderr.trim()}`);
  if (fingerprint(files) !== before) return;
  fs.mkdirSync(path.dirname(STAMP), { recursive: true });
  fs.writeFileSync(STAMP, fingerprint([...files, ...API_TYPES]));
}

const inputs = () => [...SETTINGS, ...inOrder(SOURCES.flatMap(filesBelow).filter(isInput))];

const isInput = (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !API_TYPES.includes(file);

if (isProgram(import.meta.url) && !areApiTypesCurrent()) {
  try {
    generateApiTypes();
  } catch (problem) {
    process.stderr.write(`${problem.message}\n`);
    process.exit(1);
  }
}

// `npm run licences`: checks the licences of all installed packages. Fails and names the packages with a licence that is not allowed.
import '../check-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

/** Allowed licences (SPDX names): they require only that their text is kept. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Allowed in development only, where nothing of the package is delivered: changes of the package itself would have to be published. */
const ALLOWED_IN_DEVELOPMENT = new Set(['EPL-2.0']);

/** Licences found by hand, because the package does not state them in a readable form. */
const SAID_ELSEWHERE = { 'node_modules/humanize-number': 'MIT', 'node_modules/only': 'MIT', 'node_modules/pause': 'MIT' };

/** @returns {boolean} true when the SPDX expression is allowed: one part of an OR, all parts of an AND */
function isAllowed(expression, dev) {
  const text = expression.replaceAll(/[()]/g, ' ').trim();
  if (/ OR /i.test(text)) return text.split(/ OR /i).some((each) => isAllowed(each, dev));
  return text.split(/ AND /i).every((each) => ALLOWED.has(each.trim()) || (dev && ALLOWED_IN_DEVELOPMENT.has(each.trim())));
}

/** @returns {string} the licence from its package.json, in the current or an older format */
function licenceOf(folder) {
  const { license, licenses } = JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
}

function findsOnlyAllowed() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).filter((folder) => folder !== '' && fs.existsSync(path.join(ROOT, folder, 'package.json')));
  const found = installed.map((folder) => ({
    folder,
    dev: packages[folder].dev === true,
    licence: SAID_ELSEWHERE[folder] ?? licenceOf(folder),
  }));
  const refused = found.filter(({ licence, dev }) => !isAllowed(licence, dev));
  for (const { folder, dev, licence } of refused) process.stdout.write(`${folder}${dev ? ' (development)' : ''}: ${licence}\n`);
  process.stdout.write(`${found.length} packages, ${refused.length} with a licence that tools/release/licences.mjs does not allow.\n`);
  return refused.length === 0;
}

if (!findsOnlyAllowed()) process.exitCode = 1;

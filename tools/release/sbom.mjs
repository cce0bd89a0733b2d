// `npm run sbom`: writes the software bill of materials (CycloneDX) to dist/sbom.cdx.json. Like the image, it has no development
// packages and no optional packages.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const FILE = path.join(ROOT, 'dist/sbom.cdx.json');
const ARGS = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--omit',
  'optional',
  '--package-lock-only',
];

const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
const bom = JSON.parse(execFileSync('npm', ARGS, options));
fs.mkdirSync(path.dirname(FILE), { recursive: true });
fs.writeFileSync(FILE, `${JSON.stringify(bom, null, 2)}\n`);
process.stdout.write(`${bom.components.length} components: ${path.relative(ROOT, FILE)}\n`);

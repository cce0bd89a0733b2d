// `npm run sbom [-- FILE]`: writes the software bill of materials (CycloneDX) to dist/sbom.cdx.json. Like the image, it has no development
// packages and no optional packages.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { imagePackages } from './image-packages.mjs';

const [FILE = path.join(ROOT, 'dist/sbom.cdx.json')] = process.argv.slice(2);
// Not `--omit dev`: npm 11 then also leaves out 95 packages that it installs.
const ARGS = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];

const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
const bom = JSON.parse(execFileSync('npm', ARGS, options));
const kept = new Set(imagePackages().map(({ name, version }) => `${name}@${version}`));
bom.components = bom.components.filter(({ name, version }) => kept.has(`${name}@${version}`));
const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((component) => component['bom-ref'])]);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
fs.mkdirSync(path.dirname(FILE), { recursive: true });
fs.writeFileSync(FILE, `${JSON.stringify(bom, null, 2)}\n`);
process.stdout.write(`${bom.components.length} components: ${path.relative(ROOT, FILE)}\n`);

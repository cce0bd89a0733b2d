// `node tools/release/licence-texts.mjs [FILE]`: writes the licences of all packages of the image, with their texts, to dist/licences.txt.
// The dashboard has a file of its own, which Vite writes (licences.md).
import '../check-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { imagePackages } from './image-packages.mjs';

const [file = path.join(ROOT, 'dist/licences.txt')] = process.argv.slice(2);
const TEXT = /^(licen[cs]e|copying|notice)/i;

function partOf(folder) {
  const { name, version, license, licenses } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const licence = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'see its text';
  const files = fs.readdirSync(folder).filter((each) => TEXT.test(each) && fs.statSync(path.join(folder, each)).isFile());
  const texts = files.map((each) => fs.readFileSync(path.join(folder, each), 'utf8').trim());
  return [`${name} ${version} (${licence})`, ...texts].join('\n\n');
}

const parts = imagePackages().map(({ folder }) => partOf(path.join(ROOT, folder)));
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.writeFileSync(file, `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
process.stdout.write(`${parts.length} packages: ${path.relative(ROOT, file)}\n`);

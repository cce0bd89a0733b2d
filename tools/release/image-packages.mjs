import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

/** @returns {{ folder: string, name: string, version: string }[]} the packages that are neither for development nor optional, as in the image */
export function imagePackages() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder.startsWith('node_modules/') && !dev && !optional && !devOptional)
    .map(([folder, { name, version }]) => ({ folder, name: name ?? folder.replace(/^.*node_modules\//, ''), version }));
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Resolves a path that the user typed. npm runs scripts in the package's folder; the user may have typed the path in another one. */
export function pathAsTyped(path: string): string {
  const typedIn = process.env['INIT_CWD'];
  return existsSync(path) || typedIn === undefined ? resolve(path) : resolve(typedIn, path);
}

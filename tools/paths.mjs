import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, regardless of the current folder of the command. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Data of this checkout. Locks and downloaded programs stay here even when CHURN_DATA_DIR moves the data of a start. */
export const CHECKOUT_DATA = path.join(ROOT, '.data');

/**
 * @param {string} moduleUrl `import.meta.url` of the calling module
 * @returns {boolean} true when Node was started with this module, also through a symbolic link
 */
export function isProgram(moduleUrl) {
  const [, script] = process.argv;
  return script !== undefined && fs.existsSync(script) && fs.realpathSync(script) === fileURLToPath(moduleUrl);
}

import os from 'node:os';

const MB = 1024 ** 2;
const LEAST_MB = 128;
const MOST_MB = 2048;
/** Postgres' manual advises a quarter on a machine of its own. This one also runs the apps, Redis and the reader's browser. */
const SHARE = 8;

/**
 * Returns `shared_buffers` for a Postgres that shares its machine with other programs.
 * @param {number} [memory] bytes; default: those of the machine, or of the container if that has fewer
 * @returns {string} such as "512MB"
 */
export function sharedBuffers(memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity)) {
  return `${Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor(memory / SHARE / MB)))}MB`;
}

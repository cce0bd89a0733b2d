import { parseEnv } from 'node:util';

/**
 * Adds the variables of a file to an environment, which overrides them. An empty variable counts as not set in both, as for the services:
 * `API_PORT=` in the environment leaves the value of the file, and in the file the default.
 *
 * @param {NodeJS.ProcessEnv} env is changed
 * @param {string} text of the file
 */
export function addFromFile(env, text) {
  for (const [name, value] of Object.entries(parseEnv(text))) if (!env[name]) env[name] = value;
}

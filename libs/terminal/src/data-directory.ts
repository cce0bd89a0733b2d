import { resolve } from 'node:path';

/** The package's folder. At run time this file is dist/libs/terminal/src/data-directory.js. */
const ROOT = resolve(import.meta.dirname, '../../../..');

/** Returns the folder for the data of the service and its commands: CHURN_DATA_DIR, else .data. */
export const dataDirectory = (environment: NodeJS.ProcessEnv): string => resolve(ROOT, environment['CHURN_DATA_DIR'] || '.data');

import { resolve } from 'node:path';

/** The package's folder; this file is dist/tools/src/data-directory.js when it runs. */
const ROOT = resolve(import.meta.dirname, '../../..');

/** The folder for all that a start of the service, or a tool beside it, keeps: CHURN_DATA_DIR, else .data. */
export const dataDirectory = (environment: NodeJS.ProcessEnv): string => resolve(ROOT, environment['CHURN_DATA_DIR'] || '.data');

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';

const GENERATE_CLIENT = path.resolve(__dirname, '../../../dist/tools/src/generate-client.js');

/**
 * Compares the generated types below a folder with the document of a running API.
 * @throws an error that names the command to run, when they differ.
 */
export async function checkGeneratedTypes(folder: string, apiUrl: string): Promise<void> {
  const { body } = await request(apiUrl).get('/openapi.json').expect(200);
  const directory = await mkdtemp(path.join(tmpdir(), 'churn-openapi-'));
  try {
    const file = path.join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(body));
    await promisify(execFile)(process.execPath, [GENERATE_CLIENT, '--check', '--only', folder, '--document', file]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

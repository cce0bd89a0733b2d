import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sign } from 'aws4';
import S3rver from 's3rver';
import type { StorageBackend } from './storage-backend.js';

/** The one account that s3rver knows. */
const ACCESS_KEY_ID = 'S3RVER';
const REGION = 'us-east-1';

/**
 * s3rver keeps objects in files and answers like S3. It does not check signatures of version 4, so this does it before, by another implementation than
 * ours.
 */
export async function startS3rver(): Promise<StorageBackend> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3rver-'));
  const secretAccessKey = randomUUID().replaceAll('-', '');
  const stored = new S3rver({ directory, silent: true, address: '127.0.0.1' }).callback();
  const target: RequestListener = (request, response) => {
    const code = refusalOf(request, secretAccessKey);
    if (code === null) {
      stored(request, response);
      return;
    }
    request.resume();
    response.writeHead(403, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  };
  const stop = (): Promise<void> => rm(directory, { recursive: true, force: true });
  return { region: REGION, accessKeyId: ACCESS_KEY_ID, secretAccessKey, target, stop };
}

/** Returns the code of S3 for a request that is not signed with the secret; null for one that is. */
function refusalOf({ method, url, headers }: IncomingMessage, secretAccessKey: string): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=[0-9a-f]{64}$/.exec(
      headers.authorization ?? '',
    );
  if (given === null) return 'AccessDenied';
  const [, id, region, names] = given as unknown as [string, string, string, string];
  if (id !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  const wanted = {
    ...(method !== undefined && { method }),
    path: url ?? '/',
    headers: signed,
    service: 's3',
    region,
    host: String(headers.host),
  };
  const expected = sign(wanted, { accessKeyId: id, secretAccessKey }).headers?.['Authorization'];
  return digest(String(expected)) === digest(headers.authorization ?? '') ? null : 'SignatureDoesNotMatch';
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

import { createHash, randomUUID } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { StorageSettings } from '#libs/core';
import type { SendResult } from '#libs/delivery';
import type { PlatformAnswer } from '#libs/storefront';
import { arrived, resultOf, type VendorHttp } from '../vendor-http.js';
import { bucketUrl, keyIn } from './storage-place.js';
import { explainAnswer, isLasting, isRefusal } from './storage-failure.js';

/** The credential of a storage, as it is sealed. */
export interface StorageKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The answer to a write. */
export interface WriteResult extends SendResult {
  /** True: another try would fail in the same way. */
  readonly isLasting: boolean;
}

/** Types of the files that are written. */
export type ContentType = 'application/vnd.apache.parquet' | 'text/csv; charset=utf-8' | 'application/json' | 'text/plain; charset=utf-8';

interface Request {
  readonly method: 'PUT' | 'DELETE';
  readonly key: string;
  readonly body?: Buffer;
  readonly type?: ContentType;
  readonly signal?: AbortSignal;
}

/** Writes files into a bucket of an S3-compatible storage, signed with AWS Signature Version 4. An object is there as a whole or not at all. */
export class Bucket {
  constructor(
    private readonly http: VendorHttp,
    private readonly place: StorageSettings,
    private readonly key: StorageKey,
  ) {}

  /** @param path below the prefix. Never throws: `responseBody` says in words why it failed */
  async put(path: string, body: Buffer, type: ContentType, signal?: AbortSignal): Promise<WriteResult> {
    const started = performance.now();
    const answer = await this.call({ method: 'PUT', key: keyIn(this.place, path), body, type, ...(signal !== undefined && { signal }) });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status <= 299)
      return { ...arrived(started, answer.status, `Written: ${path}`), isLasting: false };
    const words = explainAnswer(answer, this.place);
    return { ...resultOf(answer, started, words), responseBody: words, isKeyRefused: isRefusal(answer), isLasting: isLasting(answer) };
  }

  /** Writes a small file and deletes it. A credential that may write and not delete is enough. */
  async test(): Promise<SendResult> {
    const started = performance.now();
    const path = `connection-test-${randomUUID()}.txt`;
    const { isLasting: _, ...written } = await this.put(path, Buffer.from('A test of the connection.\n'), 'text/plain; charset=utf-8');
    if (written.error !== null) return written;
    const removed = await this.call({ method: 'DELETE', key: keyIn(this.place, path) });
    const isGone = removed.kind === 'answered' && removed.status >= 200 && removed.status <= 299;
    const left = `Its key may write and not delete, which is enough. The file ${path} stays there.`;
    return arrived(started, 200, `The bucket ${this.place.bucket} takes files. ${isGone ? '' : left}`.trim());
  }

  /** Signs with the time of the machine, because the storage compares it with its own. */
  private async call({ method, key, body, type, signal }: Request): Promise<PlatformAnswer> {
    const signer = new AwsV4Signer({
      method,
      url: `${bucketUrl(this.place)}/${key}`,
      headers: {
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(type !== undefined && { 'Content-Type': type }),
      },
      service: 's3',
      region: this.place.region,
      ...this.key,
    });
    const { url, headers } = await signer.sign();
    return this.http.call({
      method,
      url: url.href,
      headers: Object.fromEntries(headers),
      ...(body !== undefined && { bytes: body }),
      ...(signal !== undefined && { signal }),
    });
  }
}

import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { busy, FairSlots, type TenantId } from '#libs/core';

/** Downloads of a process at once, and the most of them for one tenant. Each has a part of some megabytes in memory, however slowly it is read. */
const AT_ONCE = { slots: 16, perKey: 2 };

export interface FileHeaders {
  readonly type: string;
  readonly disposition: string;
  /** In bytes; undefined when it is not known before the end. */
  readonly length?: number;
}

/** Sends files that are read from the database part by part. */
@Injectable()
export class Downloads {
  private readonly slots = new FairSlots({ ...AT_ONCE, mostWaiting: 0, refuse: () => busy('the download of files') });

  /**
   * An error before the first part gets an answer like any other. After it, only the end of the connection tells that the file is not complete.
   * @throws AppError `service_unavailable` when there are too many downloads; what the first part throws
   */
  async open(tenantId: TenantId, parts: AsyncGenerator<Buffer | string>, headers: FileHeaders): Promise<StreamableFile> {
    const stream = await this.begin(tenantId, parts);
    return new StreamableFile(stream, headers).setErrorHandler((_error, response) => response.destroy?.());
  }

  /** Takes a slot until the stream is closed. */
  private begin(tenantId: TenantId, parts: AsyncGenerator<Buffer | string>): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const send = async (): Promise<void> => {
        const first = await parts.next();
        const stream = Readable.from(joined(first, parts), { objectMode: false });
        const closed = new Promise<void>((end) => stream.once('close', end));
        resolve(stream);
        await closed;
      };
      this.slots.use(tenantId, send, 1).catch(reject);
    });
  }
}

async function* joined<Part>(first: IteratorResult<Part, void>, rest: AsyncGenerator<Part>): AsyncGenerator<Part> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

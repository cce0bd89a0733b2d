import type { RequestListener } from 'node:http';

/** A server behind the door that tests see. */
export interface StorageBackend {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** A listener of this process, or the port of another one. */
  readonly target: RequestListener | number;
  readonly stop: () => Promise<void>;
}

import { randomUUID } from 'node:crypto';
import type { DocumentedCalls } from '../http/documented-calls.js';
import { remember } from '../people/mailed-secrets.js';
import type { Merchant } from '../people/merchant.js';
import { eventually } from '../waiting/eventually.js';
import type { StorageServer } from './storage-server.js';

const PATH = '/settings/destinations';

export interface WrittenTable {
  readonly name: string;
  readonly files: readonly { readonly key: string; readonly rows: number; readonly bytes: number; readonly sha256: string }[];
}

export interface Manifest {
  readonly run_id: string;
  readonly snapshot_at: string;
  readonly rows: number;
  readonly bytes: number;
  readonly tables: readonly WrittenTable[];
}

interface LastSnapshot {
  readonly job_id: string;
  readonly status: string;
  readonly customers: number;
  readonly bytes: number | null;
  readonly error: string | null;
}

/** A merchant with a bucket of their own. */
export class StorageShop {
  readonly bucket = `b-${randomUUID().slice(0, 8)}`;
  readonly prefix = 'churn/shop=one';

  constructor(
    readonly merchant: Merchant,
    private readonly server: StorageServer,
    private readonly calls: DocumentedCalls,
  ) {}

  /** Adds the destination. */
  async connect(settings: object = {}): Promise<string> {
    remember(this.server.credential.secret_access_key);
    await this.server.createBucket(this.bucket);
    const { body } = await this.calls.taken(this.merchant.owner.post(PATH, this.input(settings)), 201);
    return body.id as string;
  }

  input(settings: object = {}): object {
    const { url: endpoint, region, credential } = this.server;
    const { bucket, prefix } = this;
    return { kind: 'storage', name: 'Warehouse', storage: { endpoint, region, bucket, prefix, ...credential, ...settings } };
  }

  async read(id: string): Promise<Record<string, unknown>> {
    return (await this.calls.taken(this.merchant.owner.get(`${PATH}/${id}`))).body as Record<string, unknown>;
  }

  /** Waits until the latest run has ended. @param before the job of an earlier one */
  ended(id: string, before: string | null = null): Promise<LastSnapshot> {
    return eventually('the end of the run', async () => {
      const run = (await this.read(id))['last_snapshot'] as LastSnapshot | null;
      return run !== null && run.job_id !== before && (run.status === 'completed' || run.status === 'failed') ? run : null;
    });
  }

  /** Asks for a run. @returns its job */
  async writeNow(id: string): Promise<string> {
    return (await this.calls.taken(this.merchant.owner.post(`${PATH}/${id}/resync`), 202)).body.job_id as string;
  }

  async manifest(): Promise<Manifest> {
    const latest = await this.server.json<{ manifest: string }>(this.bucket, `${this.prefix}/latest.json`);
    return this.server.json<Manifest>(this.bucket, latest.manifest);
  }

  /** Returns the manifests of all runs that are complete. */
  async manifests(): Promise<string[]> {
    return (await this.server.keys(this.bucket)).filter((key) => key.endsWith('/manifest.json'));
  }
}

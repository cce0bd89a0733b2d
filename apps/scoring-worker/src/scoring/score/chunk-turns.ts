import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { FairSlots, Neighbours, SECOND_MS, type TenantId } from '#libs/core';
import type { Lane } from './lane.js';

/** Chunks that a process works on at the same time, by priority lane. */
const CHUNKS_AT_ONCE = { fresh: 4, backfill: 1 };
/** Tenants whose events come within this time of each other are there together. */
const LATELY_MS = 5 * SECOND_MS;

/**
 * The turns of tenants. They come chunk by chunk, so a backlog delays another tenant's events by a chunk at most. Imported history has one
 * chunk at a time, however many tenants import.
 */
@Injectable()
export class ChunkTurns {
  private readonly tenants = new Neighbours(LATELY_MS);
  private readonly fresh: FairSlots;
  private readonly backfill = new FairSlots({ slots: CHUNKS_AT_ONCE.backfill, perKey: 1 });
  /** The most fresh chunks of a tenant at the same time, of different partitions, while no other tenant sends. */
  readonly perTenant: number;

  constructor(config: Config) {
    this.perTenant = config.worker.chunksPerTenant;
    this.fresh = new FairSlots({ slots: CHUNKS_AT_ONCE.fresh, perKey: () => (this.tenants.areHere ? 1 : this.perTenant) });
  }

  /** Several tenants have sent events lately. */
  get othersAreHere(): boolean {
    return this.tenants.areHere;
  }

  /** Runs `work` when it is the tenant's turn. */
  use<T>(tenantId: TenantId, { backfill }: Lane, work: () => Promise<T>): Promise<T> {
    this.tenants.note(tenantId);
    return backfill ? this.backfill.use(tenantId, work) : this.fresh.use(tenantId, work);
  }
}

import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { FairSlots, Neighbours, SECOND_MS, type TenantId } from '#libs/core';
import type { Lane } from './lane.js';

/** Number of chunks that a process works on at the same time, by priority lane. */
const CHUNKS_AT_ONCE = { fresh: 4, backfill: 1 };
/** Two tenants are active together when their events come within this time of each other. */
const LATELY_MS = 5 * SECOND_MS;

/**
 * Slots for the chunks of all tenants. Tenants alternate after each chunk, so a backlog delays another tenant's events by one chunk at most.
 * Imported history has one slot, even when several tenants import.
 */
@Injectable()
export class ChunkSlots {
  private readonly tenants = new Neighbours(LATELY_MS);
  private readonly fresh: FairSlots;
  private readonly backfill = new FairSlots({ slots: CHUNKS_AT_ONCE.backfill, perKey: 1 });
  /** Highest number of fresh chunks of a tenant at the same time, of different partitions, while no other tenant sends. */
  readonly perTenant: number;

  constructor(config: Config) {
    this.perTenant = config.worker.chunksPerTenant;
    this.fresh = new FairSlots({ slots: CHUNKS_AT_ONCE.fresh, perKey: () => (this.tenants.areHere ? 1 : this.perTenant) });
  }

  /** Several tenants have sent events lately. */
  get othersAreHere(): boolean {
    return this.tenants.areHere;
  }

  /** Runs `work` when the tenant gets a slot. */
  use<T>(tenantId: TenantId, { backfill }: Lane, work: () => Promise<T>): Promise<T> {
    this.tenants.note(tenantId);
    return backfill ? this.backfill.use(tenantId, work) : this.fresh.use(tenantId, work);
  }
}

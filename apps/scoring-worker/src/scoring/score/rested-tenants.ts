import { Injectable } from '@nestjs/common';
import { MINUTE_MS, SECOND_MS, type TenantId } from '#libs/core';

/** A tenant is at rest after this pause. A tenant that was just scored is likely to be scored again soon. */
const REST_MS = 1.5 * SECOND_MS;
/** A tenant that is scored all the time counts as rested after this. */
const LONGEST_REST_MS = MINUTE_MS;

/** Remembers in memory which tenants were scored, as a hint to check their models soon. */
@Injectable()
export class RestedTenants {
  private readonly scored = new Map<TenantId, { readonly since: number; readonly last: number }>();

  /** Notes that customers of the tenant were scored. */
  noteScored(tenantId: TenantId): void {
    const last = performance.now();
    this.scored.set(tenantId, { since: this.scored.get(tenantId)?.since ?? last, last });
  }

  /** Returns the scored tenants that are at rest now, each once. */
  take(): TenantId[] {
    const now = performance.now();
    const rested = [...this.scored].filter(([, { since, last }]) => now - last > REST_MS || now - since > LONGEST_REST_MS);
    for (const [tenantId] of rested) this.scored.delete(tenantId);
    return rested.map(([tenantId]) => tenantId);
  }
}

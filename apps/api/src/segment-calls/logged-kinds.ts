import { HOUR_MS, type TenantId } from '#libs/core';
import { LRUCache } from 'lru-cache';
import { UNUSED_EVENT, UNUSED_PROPERTY, type UnusedCall } from './map-call.js';

const TENANTS_KEPT = 10_000;
const REPEATED: ReadonlySet<string> = new Set([UNUSED_EVENT, UNUSED_PROPERTY]);

/** The kinds of unused calls that were logged lately. Every page of a shop may send one, and would push real rejections out of the log. */
export class LoggedKinds {
  /** Reasons by tenant. They are few, because they contain only names that are known or that the tenant allows. */
  private readonly reasons = new LRUCache<TenantId, Set<string>>({ max: TENANTS_KEPT, ttl: HOUR_MS });

  /** Returns the calls to log, one of each kind. */
  notYetLogged(tenantId: TenantId, calls: readonly UnusedCall[]): UnusedCall[] {
    const logged = new Set(this.reasons.get(tenantId));
    return calls.filter(({ code, reason }) => {
      if (!REPEATED.has(code)) return true;
      const isNew = !logged.has(reason);
      logged.add(reason);
      return isNew;
    });
  }

  note(tenantId: TenantId, calls: readonly UnusedCall[]): void {
    const logged = this.reasons.get(tenantId) ?? new Set<string>();
    for (const { code, reason } of calls) if (REPEATED.has(code)) logged.add(reason);
    if (logged.size > 0 && !this.reasons.has(tenantId)) this.reasons.set(tenantId, logged);
  }
}

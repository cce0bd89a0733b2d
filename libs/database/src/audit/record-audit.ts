import { type AuditAction, newId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';
import { auditNetworkOf } from './audit-network.js';

/** Who did what is recorded. A user or a key is named by its id, never by an e-mail address. */
export type AuditActor =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'api_key' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'system' };

/** Who asks, and from where. */
export type AuditOrigin = Pick<AuditRecord, 'actor' | 'address'>;

export interface AuditRecord {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** The caller's IP address; only its network is kept. Absent when nobody called over the network. */
  readonly address?: string | undefined;
  /** What a reader needs to understand it: names of fields, numbers, prefixes. Never a secret, a key, a token or an e-mail address. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

// Needs no index but the primary key.
const APPEND = `
INSERT INTO audit_log (tenant_id, id, at, action, actor_kind, actor_user_id, network, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Appends to the tenant's audit log in the caller's transaction: what is recorded has happened, what has happened is recorded. */
export async function recordAudit(db: TenantDb, { action, actor, address, details = {} }: AuditRecord, now: Date): Promise<void> {
  const userId = actor.kind === 'user' ? actor.userId : null;
  await db.query(APPEND, [newId(), now, action, actor.kind, userId, auditNetworkOf(address), JSON.stringify(details)]);
}

import { type AuditAction, newId, type UserId } from '#libs/core';
import { AuditEntryEntity } from '#libs/entities';
import type { TenantDb } from '#libs/database';
import { auditNetworkOf } from './audit-network.js';
import { hasRoomInLog } from './room-in-log.sql.js';

/** The actor of an entry, named by an id and never by an e-mail address. */
export type AuditActor =
  | { readonly kind: 'user'; readonly userId: UserId }
  | { readonly kind: 'api_key' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'system' };

/** The caller and the address that the call came from. */
export type AuditOrigin = Pick<AuditRecord, 'actor' | 'address' | 'requireActor'>;

export interface AuditRecord {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** The caller's IP address. Only its network is stored. Absent when the action did not come over the network. */
  readonly address?: string | undefined;
  /**
   * Checks the actor in the transaction that acts, after everything that it had to wait for. Absent where the transaction has checked it,
   * or the actor cannot lose a right in the meantime.
   *
   * @throws AppError `unauthorized`, `forbidden`
   */
  readonly requireActor?: (db: TenantDb, now: Date) => Promise<void>;
  /** The details that a reader needs to understand the entry: names of fields, numbers, prefixes. Never a secret, a key, a token or an e-mail address. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/**
 * Appends to the tenant's audit log in the caller's transaction, so that the entry exists exactly when the change does.
 * @throws AppError of `requireActor`: a person who was removed while the transaction waited for a lock does not act any more. `quota_exceeded`
 * when a person repeats an action too often for the log, which undoes the change.
 */
export async function recordAudit(db: TenantDb, record: AuditRecord, now: Date): Promise<void> {
  const { action, actor, address, details = {} } = record;
  await record.requireActor?.(db, now);
  if (!(await hasRoomInLog(db, action, actor.kind, now))) return;
  const actorUserId = actor.kind === 'user' ? actor.userId : null;
  const network = auditNetworkOf(address);
  await db.repository(AuditEntryEntity).insert({ id: newId(), at: now, action, actorKind: actor.kind, actorUserId, network, details });
}

import { Injectable } from '@nestjs/common';
import { type AppError, Clock, invalid, isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, insertApiKey, recordAudit, requireRoomForKey } from '#libs/tenants';
import { ApiKeyEntity } from '#libs/entities';
import { type AccountCaller, ApiKeys } from '#libs/guards';
import { lockForRole } from '../http/access/lock-for-role.js';
import { OutgoingMail } from '../mail/outgoing-mail.js';
import type { ApiKeyDto, ApiKeyListDto, ChangeApiKeyDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';

/** Lists, creates, changes and revokes the API keys of a tenant, for owners and admins. */
@Injectable()
export class ManageApiKeys {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  async list(tenantId: TenantId): Promise<ApiKeyListDto> {
    const now = this.clock.now();
    const rows = await this.database.transaction(tenantId, (db) =>
      db.repository(ApiKeyEntity).find({}, { order: { createdAt: 'DESC', id: 'DESC' } }),
    );
    const keptFrom = now.getTime() - LIMITS.endedKeyKeptMs;
    const data = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() >= keptFrom).map((row) => toDto(row, now));
    const ofStatus = (status: ApiKeyDto['status']): ApiKeyDto[] => data.filter((key) => key.status === status);
    return { data: [...ofStatus('valid'), ...ofStatus('ended')], limit: LIMITS.namedApiKeys };
  }

  /** @throws AppError `conflict` when another key has the name, or there are too many; `validation_error` for an end in the past */
  async create(caller: AccountCaller, { name, scope, expires_at }: CreateApiKeyDto, origin: AuditOrigin): Promise<CreatedApiKeyDto> {
    const { key, hash, prefix } = newApiKey();
    const created = await this.underLock(caller, async (db, now) => {
      const expiresAt = toExpiry(expires_at ?? null, now);
      await requireRoomForKey(db, name, null, now);
      const id = await insertApiKey(db, { hash, prefix, name, scope, isMain: false, expiresAt, createdBy: caller.userId }, now);
      const details = { prefix, name, scope, expires_at: expiresAt?.toISOString() ?? null };
      await recordAudit(db, { action: 'api_key.created', ...origin, details }, now);
      await this.outgoing.notify(db, { kind: 'api_key_created', prefix, name, scope }, now);
      return toDto(await findKey(db, id, now), now);
    });
    this.outgoing.wakeSender();
    return Object.assign(created, { api_key: key });
  }

  /** @throws AppError `not_found` for a key that has ended; `conflict` when another key has the name; `validation_error` for an end that cannot be */
  async change(caller: AccountCaller, id: string, changes: ChangeApiKeyDto, origin: AuditOrigin): Promise<ApiKeyDto> {
    const { row, now } = await this.underLock(caller, async (db, at) => {
      const before = await findKey(db, id, at);
      const name = changes.name ?? before.name;
      // The person who replaced a main key has decided when it ends.
      if (before.isMain && changes.expires_at !== undefined)
        throw badExpiry('cannot be set for the main key: replace the key, or revoke it');
      const expiresAt = changes.expires_at === undefined ? before.expiresAt : toExpiry(changes.expires_at, at);
      if (name !== before.name) await requireRoomForKey(db, name, id, at);
      await db.repository(ApiKeyEntity).update({ id }, { name, expiresAt });
      const fields = [name !== before.name && 'name', expiresAt?.getTime() !== before.expiresAt?.getTime() && 'expires_at'];
      const changed = fields.filter((field) => field !== false);
      const details = { prefix: before.prefix, name, expires_at: expiresAt?.toISOString() ?? null, changed };
      if (changed.length > 0) await recordAudit(db, { action: 'api_key.changed', ...origin, details }, at);
      return { row: await findKey(db, id, at), now: at };
    });
    this.keys.forget([row.keyHash]);
    return toDto(row, now);
  }

  /** Ends a key at once. @throws AppError `not_found` for a key that has ended */
  async revoke(caller: AccountCaller, id: string, origin: AuditOrigin): Promise<void> {
    const keyHash = await this.underLock(caller, async (db, now) => {
      const { prefix, name, keyHash: hash } = await findKey(db, id, now);
      await db.repository(ApiKeyEntity).update({ id }, { expiresAt: now });
      await recordAudit(db, { action: 'api_key.revoked', ...origin, details: { prefix, name } }, now);
      await this.outgoing.notify(db, { kind: 'api_key_revoked', prefix, name }, now);
      return hash;
    });
    this.outgoing.wakeSender();
    this.keys.forget([keyHash]);
  }

  /** Runs changes of keys one after the other. `now` is read after the lock, so that a key ended by the previous change counts as ended. */
  private underLock<T>(caller: AccountCaller, work: (db: TenantDb, now: Date) => Promise<T>): Promise<T> {
    return this.database.transaction(caller.tenantId, async (db) => {
      await lockForRole(db, caller, 'admin', this.clock.now());
      return work(db, this.clock.now());
    });
  }
}

/** @throws AppError `not_found` for a key of another tenant, or one that has ended */
async function findKey(db: TenantDb, id: string, now: Date): Promise<ApiKeyEntity> {
  const row = isUuid(id) ? await db.repository(ApiKeyEntity).findOne({ id }) : null;
  if (row === null || hasEnded(row, now)) throw notFound('API key');
  return row;
}

const hasEnded = ({ expiresAt }: ApiKeyEntity, now: Date): boolean => expiresAt !== null && expiresAt <= now;

function toExpiry(text: string | null, now: Date): Date | null {
  const expiresAt = text === null ? null : new Date(text);
  if (expiresAt !== null && expiresAt <= now) throw badExpiry(`must be later than now, ${now.toISOString()}; to end a key now, revoke it`);
  return expiresAt;
}

const badExpiry = (rule: string): AppError => invalid('expires_at', 'invalid_expiry', `expires_at ${rule}`);

const toDto = (row: ApiKeyEntity, now: Date): ApiKeyDto => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  is_main: row.isMain,
  status: hasEnded(row, now) ? 'ended' : 'valid',
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
});

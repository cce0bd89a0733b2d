import { readTimeZone, type UserId } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import type { TenantDb } from '#libs/database';
import { nextDigest } from '#libs/digest';
import { TenantEntity } from '#libs/entities';
import { insertApiKey, MAIN_KEY_NAME, recordAudit } from '#libs/tenants';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { BEGINNING, type RegisterDto, type RegistrationDto } from './sign-in.dto.js';

/** Creates the tenant of the transaction. */
export async function insertTenant(
  db: TenantDb,
  input: Pick<RegisterDto, 'company_name' | 'currency' | 'timezone'>,
  now: Date,
): Promise<RegistrationDto['tenant']> {
  const currency = input.currency ?? BEGINNING.currency;
  const timezone = readTimeZone(input.timezone ?? BEGINNING.timezone) ?? BEGINNING.timezone;
  const tenant = { id: db.tenantId, name: input.company_name.trim(), ...BEGINNING, currency, timezone };
  await db.repository(TenantEntity).insert({ ...tenant, nextDigestAt: nextDigest(timezone, now) });
  return tenant;
}

/** Gives a new tenant its main API key, and begins its audit log. @param ownerId its first owner @returns the key */
export async function setUpTenant(db: TenantDb, ownerId: UserId, { address }: VisitorTraits, now: Date): Promise<string> {
  const { key, hash, prefix } = newApiKey();
  await insertApiKey(db, { hash, prefix, name: MAIN_KEY_NAME, scope: 'all', isMain: true, expiresAt: null, createdBy: ownerId }, now);
  const actor = { kind: 'user', userId: ownerId } as const;
  for (const action of ['tenant.created', 'user.registered'] as const) await recordAudit(db, { action, actor, address }, now);
  return key;
}

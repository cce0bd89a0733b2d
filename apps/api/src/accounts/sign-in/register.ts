import { Injectable } from '@nestjs/common';
import { Clock, conflict, type EmailAddress, newId, readEmailAddress, readTimeZone, toTenantId, type UserId } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { Database, type TenantDb } from '#libs/database';
import { nextDigest } from '#libs/digest';
import { insertApiKey, insertUser, MAIN_KEY_NAME, recordAudit } from '#libs/tenants';
import { TenantEntity } from '#libs/entities';
import { BEGINNING, type RegisterDto, type RegistrationDto } from './sign-in.dto.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { BeginSession } from '../sessions/begin-session.js';
import { NewPasswords } from '../users/new-passwords.js';
import { toUserDto } from '../users/user-reply.js';
import { VerifyEmail } from '../verification/verify-email.js';

/** Creates a tenant, its first owner and its first API key in one transaction. */
@Injectable()
export class Register {
  constructor(
    private readonly database: Database,
    private readonly passwords: NewPasswords,
    private readonly beginSession: BeginSession,
    private readonly verification: VerifyEmail,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` when the address already has an account. */
  async register(input: RegisterDto, visitor: VisitorTraits): Promise<RegistrationDto> {
    const email = readEmailAddress(input.email) as EmailAddress;
    const passwordHash = await this.passwords.hash(input.password, 'password', [email, input.company_name]);
    const tenantId = toTenantId(newId());
    const now = this.clock.now();
    const verifiedAt = this.verification.verifiedFromStart(now);
    const registered = await this.database.transaction(tenantId, async (db) => {
      const currency = input.currency ?? BEGINNING.currency;
      const timezone = readTimeZone(input.timezone ?? BEGINNING.timezone) ?? BEGINNING.timezone;
      const tenant = { id: tenantId, name: input.company_name.trim(), ...BEGINNING, currency, timezone };
      await db.repository(TenantEntity).insert({ ...tenant, nextDigestAt: nextDigest(timezone, now) });
      const user = await insertUser(db, { email, passwordHash, role: 'owner', verifiedAt }, now);
      if (user === null) throw conflict('the e-mail address has an account already');
      if (verifiedAt === null) await this.verification.queueLink(db, user, now);
      const key = await insertMainKey(db, user.id, now);
      const actor = { kind: 'user', userId: user.id } as const;
      for (const action of ['tenant.created', 'user.registered'] as const) {
        await recordAudit(db, { action, actor, address: visitor.address }, now);
      }
      const tokens = await this.beginSession.begin(db, user.id, now, visitor);
      return {
        tenant,
        user: toUserDto(tenantId, { ...user, has_second_factor: false, is_verified: verifiedAt !== null }),
        api_key: key,
        ...tokens,
      };
    });
    this.verification.wakeSender();
    return registered;
  }
}

async function insertMainKey(db: TenantDb, createdBy: UserId, now: Date): Promise<string> {
  const { key, hash, prefix } = newApiKey();
  await insertApiKey(db, { hash, prefix, name: MAIN_KEY_NAME, scope: 'all', isMain: true, expiresAt: null, createdBy }, now);
  return key;
}

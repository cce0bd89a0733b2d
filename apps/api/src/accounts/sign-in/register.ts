import { Injectable } from '@nestjs/common';
import { AppError, Clock, type EmailAddress, newId, readEmailAddress, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import { findMemberships, insertUser } from '#libs/tenants';
import type { RegisterDto, RegistrationDto } from './sign-in.dto.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { setUpTenant, insertTenant } from './set-up-tenant.js';
import { BeginSession } from '../sessions/begin-session.js';
import { NewPasswords } from '../users/new-passwords.js';
import { toUserDto } from '../users/user-reply.js';
import { VerifyEmail } from '../verification/verify-email.js';

/** The address has an account already. */
export class TakenAddress extends AppError {
  constructor() {
    super('conflict', 'the e-mail address has an account already');
  }
}

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

  /** @throws TakenAddress when the address already has an account. */
  async register(input: RegisterDto, visitor: VisitorTraits): Promise<RegistrationDto> {
    const email = readEmailAddress(input.email) as EmailAddress;
    const passwordHash = await this.passwords.hash(input.password, 'password', [email, input.company_name]);
    const tenantId = toTenantId(newId());
    const now = this.clock.now();
    const verifiedAt = this.verification.verifiedFromStart(now);
    // After a crash during the deletion of their tenant, a person may have memberships and no password. The address is taken then too.
    const isFree = (await findMemberships(this.database, email)).length === 0;
    const registered = await this.database.transaction(tenantId, async (db) => {
      const tenant = await insertTenant(db, input, now);
      const user = isFree ? await insertUser(db, { email, passwordHash, role: 'owner', verifiedAt }, now) : null;
      if (user === null) throw new TakenAddress();
      if (verifiedAt === null) await this.verification.queueLink(db, user, now);
      const key = await setUpTenant(db, user.id, visitor, now);
      const tokens = await this.beginSession.begin(db, user.id, now, visitor);
      const shown = { ...user, has_second_factor: false, is_verified: verifiedAt !== null };
      return { tenant, user: toUserDto(tenantId, shown), api_key: key, ...tokens };
    });
    this.verification.wakeSender();
    return registered;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, newId, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { AccountCaller } from '#libs/guards';
import { insertMember } from '#libs/tenants';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { setUpTenant, insertTenant } from '../sign-in/set-up-tenant.js';
import { People } from '../users/people.js';
import type { OpenedTenantDto, OpenTenantDto } from './own-tenants.dto.js';

/** Opens another tenant for a signed-in person, who becomes its owner. */
@Injectable()
export class OpenTenant {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` when the person is in too many tenants */
  async open(caller: AccountCaller, input: OpenTenantDto, visitor: VisitorTraits): Promise<OpenedTenantDto> {
    const email = await this.people.addressOf(caller);
    await this.people.requireRoom(email);
    const tenantId = toTenantId(newId());
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      const tenant = await insertTenant(db, input, now);
      const user = await insertMember(db, { email, role: 'owner' }, now);
      return { tenant, api_key: await setUpTenant(db, user.id, visitor, now) };
    });
  }
}

import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { TenantEntity, UserEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import { People } from '../users/people.js';
import { toUserDto } from '../users/user-reply.js';
import type { ChangeMeDto, MeDto } from './sign-in.dto.js';

@Injectable()
export class GetMe {
  constructor(
    private readonly database: Database,
    private readonly people: People,
  ) {}

  /** @throws AppError `not_found` when the user was removed after the request began */
  async get({ tenantId, userId }: AccountCaller): Promise<MeDto> {
    return this.complete(await this.database.transaction(tenantId, (db) => readMe(db, userId)));
  }

  /**
   * Changes what is given, and nothing else.
   * @throws AppError `not_found` like `get`
   */
  async change({ tenantId, userId }: AccountCaller, { weekly_mail: weeklyMail }: ChangeMeDto): Promise<MeDto> {
    const me = await this.database.transaction(tenantId, async (db) => {
      if (weeklyMail != null) await db.repository(UserEntity).update({ id: userId }, { weeklyMail });
      return readMe(db, userId);
    });
    return this.complete(me);
  }

  private async complete({ user, tenant: { id, name, plan, currency, timezone } }: Me): Promise<MeDto> {
    const tenants = await this.people.tenantsOf(user.email);
    const shown = toUserDto(id, await this.people.complete(user));
    return { user: shown, tenant: { id, name, plan, currency, timezone }, tenants, weekly_mail: user.weekly_mail };
  }
}

interface Me {
  readonly user: LoginRow;
  readonly tenant: TenantEntity;
}

async function readMe(db: TenantDb, userId: string): Promise<Me> {
  const tenant = await db.repository(TenantEntity).findOne({});
  const user = await findUser(db, userId);
  if (tenant === null || user === null) throw notFound('account');
  return { user, tenant };
}

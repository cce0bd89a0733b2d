import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { TenantEntity, UserEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { findUser } from '../users/find-user.sql.js';
import { toUserDto } from '../users/user-reply.js';
import type { ChangeMeDto, MeDto } from './sign-in.dto.js';

@Injectable()
export class GetMe {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when the user was removed after the request began */
  get({ tenantId, userId }: AccountCaller): Promise<MeDto> {
    return this.database.transaction(tenantId, (db) => readMe(db, userId));
  }

  /**
   * Changes what is given, and nothing else.
   * @throws AppError `not_found` like `get`
   */
  change({ tenantId, userId }: AccountCaller, { weekly_mail: weeklyMail }: ChangeMeDto): Promise<MeDto> {
    return this.database.transaction(tenantId, async (db) => {
      if (weeklyMail != null) await db.repository(UserEntity).update({ id: userId }, { weeklyMail });
      return readMe(db, userId);
    });
  }
}

async function readMe(db: TenantDb, userId: string): Promise<MeDto> {
  const tenant = await db.repository(TenantEntity).findOne({});
  const user = await findUser(db, userId);
  if (tenant === null || user === null) throw notFound('account');
  const { id, name, plan, currency, timezone } = tenant;
  return { user: toUserDto(db.tenantId, user), tenant: { id, name, plan, currency, timezone }, weekly_mail: user.weekly_mail };
}

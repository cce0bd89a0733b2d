import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/core';
import { Database } from '#libs/database';
import { TenantEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { findUser } from '../users/find-user.sql.js';
import { toUserDto } from '../users/user-reply.js';
import type { MeDto } from './sign-in.dto.js';

@Injectable()
export class GetMe {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when somebody removed the user after the request began. */
  get({ tenantId, userId }: AccountCaller): Promise<MeDto> {
    return this.database.transaction(tenantId, async (db) => {
      const tenant = await db.repository(TenantEntity).findOne({});
      const user = await findUser(db, userId);
      if (tenant === null || user === null) throw notFound('account');
      const { id, name, plan, currency, timezone } = tenant;
      return {
        user: toUserDto(tenantId, user),
        tenant: { id, name, plan, currency, timezone },
      };
    });
  }
}

import { Injectable } from '@nestjs/common';
import { hashEmailAddress, newId, readEmailAddress, type TenantId, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import { findUser, type LoginRow } from './find-user.sql.js';

/** The account of an address, if any. Without an account, `tenantId` is a random id of no tenant. */
export interface LoginCandidate {
  readonly tenantId: TenantId;
  readonly row: LoginRow | null;
}

/** Finds accounts by e-mail address, over all tenants. */
@Injectable()
export class FindLogin {
  constructor(private readonly database: Database) {}

  /** Runs the same queries for any text, so that the time taken does not reveal whether there is an account. */
  async find(email: string): Promise<LoginCandidate> {
    const address = readEmailAddress(email);
    const hash = address === null ? Buffer.alloc(32) : hashEmailAddress(address);
    const passwordAt = await this.database.findLogin(hash);
    // After a crash between two transactions no tenant has the password; a reset by mail sets one.
    const [member] = await this.database.findMemberships(hash);
    const owner = passwordAt ?? member;
    const tenantId = toTenantId(owner?.tenant_id ?? newId());
    const row = await this.database.transaction(tenantId, (db) => findUser(db, owner?.user_id ?? newId()));
    return { tenantId, row };
  }
}

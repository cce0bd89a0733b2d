import { Injectable } from '@nestjs/common';
import { hashEmailAddress, newId, readEmailAddress, type TenantId, toTenantId } from '#libs/core';
import { Database, type LoginOwner } from '#libs/database';
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
    const memberships = await this.database.findMemberships(hash);
    const [first = null, ...others] = passwordAt === null ? memberships : [passwordAt];
    const found = await this.read(first);
    // After a crash between two transactions no tenant has the password, and a reset by mail sets one where the second factor is.
    for (const other of others) {
      if (found.row?.has_second_factor === true) break;
      const candidate = await this.read(other);
      if (candidate.row?.has_second_factor === true) return candidate;
    }
    return found;
  }

  private async read(owner: LoginOwner | null): Promise<LoginCandidate> {
    const tenantId = toTenantId(owner?.tenant_id ?? newId());
    const row = await this.database.transaction(tenantId, (db) => findUser(db, owner?.user_id ?? newId()));
    return { tenantId, row };
  }
}

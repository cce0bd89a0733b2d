import { Injectable } from '@nestjs/common';
import { conflict, type EmailAddress, LIMITS, notFound, type Role, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { AccountCaller } from '#libs/guards';
import { findMemberships, findPasswordPlace, personHasSecondFactor, type UserPlace } from '#libs/tenants';
import { findUser, type LoginRow } from './find-user.sql.js';

/** A tenant of a person, and their role in it. */
export interface OwnTenant {
  readonly id: TenantId;
  readonly name: string;
  readonly role: Role;
}

// Needs the primary keys of users and tenants.
const FIND = 'SELECT t.id, t.name, u.role FROM users u JOIN tenants t ON t.id = u.tenant_id WHERE u.tenant_id = $1 AND u.id = $2';

/** Finds the tenants of people, and the one that has their password. */
@Injectable()
export class People {
  constructor(private readonly database: Database) {}

  /**
   * Finds all users of a person. An account with an unproven address stands alone: a stranger may have registered it.
   */
  async placesOf(email: EmailAddress): Promise<UserPlace[]> {
    const home = await findPasswordPlace(this.database, email);
    const others = await findMemberships(this.database, email);
    if (home === null) return others;
    const user = others.length === 0 ? null : await this.database.transaction(home.tenantId, (db) => findUser(db, home.userId));
    return user?.is_verified === true ? [home, ...others] : [home];
  }

  /** Returns the address of a signed-in person. @throws AppError `not_found` when the account was removed after the request began */
  async addressOf({ signIn }: AccountCaller): Promise<EmailAddress> {
    const user = await this.database.transaction(signIn.tenantId, (db) => findUser(db, signIn.userId));
    if (user === null) throw notFound('account');
    return user.email;
  }

  /** @throws AppError `conflict` when the person belongs to the most tenants that are allowed */
  async requireRoom(email: EmailAddress): Promise<void> {
    const { tenantsPerPerson: most } = LIMITS;
    if ((await this.placesOf(email)).length >= most) throw conflict(`you belong to ${most} tenants, and more are not allowed`);
  }

  /** Lists the tenants of a person by name. */
  async tenantsOf(email: EmailAddress): Promise<OwnTenant[]> {
    const found: OwnTenant[] = [];
    for (const { tenantId, userId } of await this.placesOf(email)) {
      const [tenant] = await this.database.transaction(tenantId, (db) => db.query<OwnTenant>(FIND, [userId]));
      if (tenant !== undefined) found.push(tenant);
    }
    return found.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.id.localeCompare(other.id, 'en'));
  }

  /** Returns whether the second factor of a user is on. For a user without a password, another tenant has it. */
  async hasSecondFactor({ email, has_password: hasPassword, has_second_factor: isOn }: FactorRow): Promise<boolean> {
    return hasPassword ? isOn : personHasSecondFactor(this.database, email);
  }

  /** Adds the second factor that another tenant has to a row of `findUser`. */
  async complete(user: LoginRow): Promise<LoginRow> {
    const row = { ...user, has_password: user.password_hash !== null };
    return { ...user, has_second_factor: await this.hasSecondFactor(row) };
  }
}

interface FactorRow {
  readonly email: string;
  readonly has_password: boolean;
  readonly has_second_factor: boolean;
}

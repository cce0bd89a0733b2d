import { Injectable } from '@nestjs/common';
import { contactedScoreOf, missingEvidence } from '#libs/campaigns';
import { Clock, customerIdOf, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { findOrCreateWaiting } from '#libs/ingestion';
import { toAlias } from './aliases/join-aliases.js';
import type { CustomerDto } from '#libs/dto';
import type { CustomerWithTraitsDto } from './customer-with-traits.dto.js';
import { customerLink } from './link/customer-link.js';
import { toCustomers } from '#libs/customers';
import { type CustomerWithTraits, findCustomer } from './find-customer.sql.js';

/** Reads one customer with the fields of the list and its traits. */
@Injectable()
export class GetCustomer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant has never sent an event of this customer. */
  async get(tenantId: TenantId, externalId: string): Promise<CustomerWithTraitsDto> {
    const id = customerIdOf(tenantId, externalId);
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      const row = await findOrCreateWaiting(db, id, () => findCustomer(db, id));
      if (row === null) throw notFound('customer');
      const [customer] = await toCustomers(db, [row], now);
      return toCustomerWithTraits(row, customer!);
    });
  }
}

function toCustomerWithTraits(row: CustomerWithTraits, customer: CustomerDto): CustomerWithTraitsDto {
  const { traits } = row;
  return Object.assign(customer, {
    traits,
    bought: row.bought.map((each) => ({ ...each, first_at: toInstant(each.first_at), last_at: toInstant(each.last_at) })),
    aliases: row.aliases.map(toAlias),
    contact_value_note: contactNote(row),
    contacted_score: row.contact_effect === null || row.score === null ? null : contactedScoreOf(row.contact_effect, row.score),
    link: customerLink(row.external_id, row),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
  });
}

/** The database writes times into JSON with its own digits and offset. */
const toInstant = (text: string): string => new Date(text).toISOString();

/** Returns the reason for a missing value of a contact; null when there is a value. */
function contactNote(row: CustomerWithTraits): string | null {
  if (row.contact_effect !== null) return null;
  return row.contacts_needed === 0 ? 'Not known yet: the customer has no score.' : missingEvidence(row.contacts_needed);
}

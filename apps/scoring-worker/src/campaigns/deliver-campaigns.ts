import { Injectable } from '@nestjs/common';
import { type ArmRecipients, type CampaignSent, Clock, endpointIdOf, keepsProfiles, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { canonicalJson, markEndpointDue, readDestinations, registerEndpoint } from '#libs/delivery';
import { Log } from '#libs/observability';
import { DeliverDue } from '../delivery/deliver/deliver-due.js';
import { runSlice } from '../runner/jobs/run-slice.js';
import type { Stage } from '../runner/stage.js';
import {
  type CampaignPart,
  finishPart,
  insertDelivery,
  insertRecipients,
  type PartCustomer,
  readCustomers,
  takePart,
  tenantsWithParts,
} from './campaign-parts.sql.js';

/** Turns campaign parts into deliveries, each part into exactly one. Then starts to deliver them. */
@Injectable()
export class DeliverCampaigns implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly deliverDue: DeliverDue,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<TenantId[]> {
    return tenantsWithParts(this.database);
  }

  async work(tenantId: TenantId, stopping: AbortSignal): Promise<boolean> {
    const hasMore = await this.deliverParts(tenantId, stopping);
    await this.deliverDue.startFor(tenantId);
    return hasMore;
  }

  /**
   * One part per transaction, so that memory and locks stay small however many parts there are. After a slice of time other tenants
   * have their turn.
   * @returns whether there may be more parts
   */
  private async deliverParts(tenantId: TenantId, stopping: AbortSignal): Promise<boolean> {
    const done = { parts: 0, customers: 0 };
    const step = async (): Promise<boolean> => {
      const customers = stopping.aborted ? null : await this.database.transaction(tenantId, (db) => deliverPart(db, this.clock.now()));
      if (customers === null) return false;
      done.parts += 1;
      done.customers += customers;
      return true;
    };
    const hasMore = await runSlice({ step, stepsAtOnce: 1 });
    if (done.parts > 0) this.log.info('campaign.delivered', { tenantId, ...done });
    return hasMore;
  }
}

/** @returns how many customers the part names; null when no part is left. */
async function deliverPart(db: TenantDb, now: Date): Promise<number | null> {
  const part = await takePart(db);
  if (part === null) return null;
  const customers = await readCustomers(db, part);
  const recipients = customers.filter((customer) => customer.chosen_as === 'contacted');
  await insertRecipients(db, part, customers);
  await finishPart(db, part, part.recipients_count === 0 ? 'delivered' : recipients.length > 0 ? 'sending' : 'undelivered');
  if (part.delivery_id !== null && part.webhook_url !== null) {
    // Before the insert: it locks the endpoint's row, so that a worker cannot end its lease between the two.
    const endpoint = { id: endpointIdOf(db.tenantId, part.webhook_url), url: part.webhook_url };
    await (recipients.length > 0 ? markEndpointDue : registerEndpoint)(db, endpoint);
    await insertDelivery(db, part, endpoint.id, recipients.length > 0 ? canonicalJson({ ...payloadOf(part, recipients) }) : null);
  }
  if (part.offers.length > 0) await pushOffers(db, customers, now);
  return customers.length;
}

/** Tells the destinations with profiles that these customers have another offer, or in a control group none any more. */
async function pushOffers(db: TenantDb, customers: readonly PartCustomer[], now: Date): Promise<void> {
  const destinations = await readDestinations(db);
  if (!destinations.some(({ kind, enabled }) => enabled && keepsProfiles(kind))) return;
  const entries = customers.map(({ id }) => ({ customerId: id, sequence: '0', payload: { event: 'profile.changed' } as const }));
  await db.appendOutbox(entries, now);
}

const payloadOf = (part: CampaignPart, customers: readonly PartCustomer[]): CampaignSent => ({
  event: 'retention.campaign.sent',
  campaign_id: part.campaign_id,
  campaign_name: part.name,
  customer_external_ids: customers.map((customer) => customer.external_id),
  recipients_count: customers.length,
  ...(part.offers.length > 0 && { arms: armsOf(part, customers) }),
});

const armsOf = ({ offers }: CampaignPart, customers: readonly PartCustomer[]): ArmRecipients[] =>
  offers.flatMap(({ name, text }, place) => {
    const own = customers.filter(({ arm }) => arm === place).map((customer) => customer.external_id);
    return own.length === 0 ? [] : [{ name, text, customer_external_ids: own }];
  });

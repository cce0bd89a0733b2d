import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import {
  followScopes,
  missingAndStale,
  type OwnApp,
  PlatformClient,
  type PlatformShop,
  type TopicState,
  wantedSubscriptions,
} from '#libs/storefront';
import { type LeasedConnection, noteWebhooks } from './due-connections.sql.js';
import { ON, type StepOutcome, toOutcome } from './sync-outcome.js';

interface SubscribedShop {
  readonly shop: PlatformShop;
  readonly token: string;
  /** Null for the operator's app. */
  readonly own: OwnApp | null;
}

/** Makes sure that the platform sends each topic that we need to our URL, and nothing to old URLs. A repetition changes nothing. */
@Injectable()
export class CheckSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly client: PlatformClient,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {}

  async check(tenantId: TenantId, connection: LeasedConnection, { shop, token, own }: SubscribedShop): Promise<StepOutcome> {
    const wanted = wantedSubscriptions(`${this.config.api.publicUrl}/api/v1`, { tenantId, platform: shop.platform, own });
    const granted = await this.client.grantedScopes(shop, token);
    if (granted.kind === 'later' || granted.kind === 'unauthorized') return granted;
    const found = await this.client.listSubscriptions(shop, token);
    if (found.kind !== 'ok') return toOutcome(found);
    const { missing, stale } = missingAndStale(wanted, found.value);
    const refused = new Set<string>();
    for (const subscription of missing) {
      const made = await this.client.subscribe(shop, token, subscription);
      if (made.kind === 'later' || made.kind === 'unauthorized') return made;
      // A topic that the platform refuses must not stop the others.
      if (made.kind === 'refused') refused.add(subscription.topic);
    }
    for (const { id } of stale) await this.client.unsubscribe(shop, token, id);
    const topics: TopicState[] = wanted.map(({ topic }) => ({ topic, ok: !refused.has(topic) }));
    await this.database.transaction(tenantId, async (db) => {
      await noteWebhooks(db, connection, topics, this.clock.now());
      if (granted.kind === 'ok') await followScopes(db, connection.id, granted.value);
    });
    this.log.info('storefront.subscribed', {
      tenantId,
      made: missing.length - refused.size,
      removed: stale.length,
      refused: [...refused].join(' '),
    });
    return ON;
  }
}

import { type CustomerId, PROFILES_REMOVED, type ProfilesRemoved, type ProfilesUpdated, type TenantId } from '#libs/core';
import { type TenantDb, withAliases } from '#libs/database';
import type { SendResult } from '#libs/delivery';
import { arrived, noAccess, type Shopify, type ShopifyCustomer } from '#libs/destinations';
import { checkShopifyAccess } from '#libs/storefront';
import type { ProfileIdentifier } from './read-profiles.js';
import type { ProfileTools } from './profile-tools.js';
import type { Protocol, ProtocolAttempt } from './protocol.js';

/** A shop, and the customers of a delivery with the values that they have now. */
interface Wanted {
  readonly shopify: Shopify;
  readonly customers: readonly ShopifyCustomer[];
}

const UNAUTHORIZED = 401;

/**
 * Updates the customers of the connected shop, and clears deleted and erased ones. An account of the shop that is an alias gets the values of its
 * customer. Reads values and token for each attempt, because both may have changed when an attempt continues.
 */
export class ShopifyProtocol implements Protocol {
  readonly atOnce = 1;
  readonly isLarge = true;

  constructor(
    private readonly tools: ProfileTools,
    private readonly tenantId: TenantId,
  ) {}

  async send({ body, progress, signal }: ProtocolAttempt): Promise<SendResult> {
    const started = performance.now();
    const wanted = await this.tools.database.transaction(this.tenantId, (db) => this.read(db, body));
    if (wanted === null) return noAccess(started);
    const { shopify, customers } = wanted;
    if (customers.length === 0 && progress === null) return arrived(started, null, 'None of these customers is one of the shop.');
    const result = await shopify.push(customers, progress);
    if (signal.aborted) throw new Error('the attempt was aborted');
    const checked = result.statusCode === UNAUTHORIZED ? await this.afterRefusal(result, shopify) : result;
    return { ...checked, durationMs: Math.round(performance.now() - started) };
  }

  private async read(db: TenantDb, body: string): Promise<Wanted | null> {
    const { vendors, profiles } = this.tools;
    const shopify = await vendors.shopify(db);
    if (shopify === null) return null;
    const customerOf = (externalId: string, rest: Pick<ShopifyCustomer, 'id' | 'profile'>): ShopifyCustomer[] => {
      const gid = shopify.gidOf(externalId);
      return gid === null ? [] : [{ gid, ...rest }];
    };
    const update = JSON.parse(body) as ProfilesUpdated | ProfilesRemoved;
    if (update.event === PROFILES_REMOVED) {
      const customers = update.external_ids.flatMap((externalId) => customerOf(externalId, { id: null, profile: null }));
      return { shopify, customers };
    }
    const ids = await withAliases(db, update.customer_ids as CustomerId[]);
    const present = await profiles.read(db, ids);
    const deleted = await profiles.readDeleted(db, update.customer_ids);
    const aliases = await profiles.readAliases(db, ids);
    const withValues = (customer: ProfileIdentifier, profile: ShopifyCustomer['profile']): ShopifyCustomer[] =>
      [customer, ...(aliases.get(customer.id) ?? [])].flatMap(({ id, externalId }) => customerOf(externalId, { id, profile }));
    const customers = [
      ...present.flatMap((profile) => withValues(profile, profile)),
      ...deleted.flatMap((customer) => withValues(customer, null)),
    ];
    return { shopify, customers };
  }

  /** Access is still valid when the token has just expired or was renewed in the meantime; the delivery is then retried. */
  private afterRefusal(result: SendResult, { access: used }: Shopify): Promise<SendResult> {
    const { database, vendors, clock } = this.tools;
    return database.transaction(this.tenantId, async (db) => {
      const now = clock.now();
      const present = await vendors.shopify(db);
      await checkShopifyAccess(db, now);
      const isOutdated = present !== null && (present.access.pairId !== used.pairId || (used.expiresAt !== null && used.expiresAt <= now));
      return { ...result, isKeyRefused: !isOutdated };
    });
  }
}

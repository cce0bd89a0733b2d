import { customerIdOf, toTenantId } from '#libs/core';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { DocumentedCalls } from '../http/documented-calls.js';
import { type Merchant, merchantOf } from '../people/merchant.js';
import { ChurnSystem } from '../servers/churn-system.js';
import type { BulkOperations } from '../../../tools/src/storefront-simulator/shopify/bulk-operations.js';
import type { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import type { ShopifyCustomers } from '../../../tools/src/storefront-simulator/shopify/shopify-customers.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../storefront/shopify/shopify-storefront.js';
import { connect } from '../storefront/storefront.js';
import { eventually } from '../waiting/eventually.js';
import { deliverySettings, type DeliveryRow } from '../webhooks/webhook-shop.js';

export const PATH = '/settings/destinations';
const ROOMY = { size: 20_000, leakPerSecond: 10_000 };
export const FIRST_NUMBER = 5_440_000_000_000;

/** The number of a customer in the shop, which is their identifier with us too. */
export const number = (i: number): string => String(FIRST_NUMBER + i);

export const isDone = ({ status }: { status: string }): boolean => status === 'success';
export const until = (what: string, condition: () => boolean): Promise<boolean> =>
  eventually(what, () => Promise.resolve(condition() || null), 40_000);
export const logOf = (row: DeliveryRow | undefined): string => row?.attempts_log.map((entry) => entry.response_body ?? '').join('\n') ?? '';

/** The service as the app of a simulated Shopify, with a new merchant for each test. */
export class ShopifyMerchant {
  merchant: Merchant;
  shop: SimulatedShop;
  customers: ShopifyCustomers;
  bulk: BulkOperations;

  private constructor(
    readonly system: ChurnSystem,
    readonly calls: DocumentedCalls,
    readonly storefront: StorefrontSimulator,
    readonly graphql: GraphqlApi,
  ) {}

  static async start(): Promise<ShopifyMerchant> {
    const { storefront, graphql } = await startShopify();
    const settings = { ...deliverySettings(200), ...shopifySettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' };
    const system = await ChurnSystem.start(settings);
    return new ShopifyMerchant(system, await DocumentedCalls.load(system.api.url), storefront, graphql);
  }

  /** Becomes another merchant with another shop. */
  async reset(): Promise<void> {
    this.graphql.bucket = ROOMY;
    this.storefront.api.failures.length = 0;
    this.merchant = await merchantOf(this.system);
    this.shop = this.storefront.shop(newShopifyDomain());
    Object.assign(this, this.graphql.of(this.shop));
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await this.storefront.stop();
  }

  async read(id: string): Promise<Record<string, unknown>> {
    return (await this.calls.taken(this.merchant.owner.get(`${PATH}/${id}`))).body;
  }

  /** Adds the destination and lets the shop allow it. */
  async allow(): Promise<string> {
    await connect(this.merchant.owner, this.shop);
    const { body } = await this.calls.taken(this.merchant.owner.post(PATH, { kind: 'shopify', name: 'Shop' }), 201);
    await connect(this.merchant.owner, this.shop);
    return body.id as string;
  }

  async untilResynced(id: string): Promise<void> {
    const isComplete = async (): Promise<true | null> => {
      const { resync_job_id: job } = await this.read(id);
      if (typeof job !== 'string') return null;
      return (await this.merchant.owner.get(`/dashboard/churn/jobs/${job}`)).body.status === 'completed' || null;
    };
    await eventually('the resync', isComplete, 40_000);
  }

  labelOf(i: number): string | undefined {
    return this.customers.shown(number(i)).values['$app:churn.churn_label'];
  }

  /** Our id of a customer. */
  idOf(i: number): string {
    return customerIdOf(toTenantId(this.merchant.owner.tenantId), number(i));
  }

  /** Stores customers with scores, in the shop and with us. */
  async fill(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, i) => number(i));
    for (const each of numbers) this.customers.add(each);
    await this.system.owner.query(
      `INSERT INTO customers (tenant_id, id, external_id, score, label, calculated_at, model_version, lifecycle, monetary_total, revenue_at_risk)
       SELECT $1, id, name, 0.95, 'critical', now(), 'test-1.0', 'slipping', 10, 10 FROM unnest($2::uuid[], $3::text[]) AS c (id, name)
       ON CONFLICT DO NOTHING`,
      [this.merchant.owner.tenantId, numbers.map((_, i) => this.idOf(i)), numbers],
    );
  }
}

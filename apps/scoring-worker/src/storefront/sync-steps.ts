import { Injectable } from '@nestjs/common';
import { HOUR_MS, SECOND_MS, type TenantId } from '#libs/core';
import { QuotaExceeded } from '#libs/tenants';
import { CheckSubscriptions } from './check-subscriptions.js';
import { CheckWooCommerceWebhooks } from './check-woocommerce-webhooks.js';
import type { LeasedConnection } from './due-connections.sql.js';
import type { SyncStep } from './next-sync-step.js';
import { PullOrders } from './pull-orders.js';
import { RefreshToken } from './refresh-token.js';
import { ShopAccess } from './shop-access.js';
import type { StepOutcome } from './sync-outcome.js';

/** Does one step for a connection with its current token. */
@Injectable()
export class SyncSteps {
  constructor(
    private readonly shopAccess: ShopAccess,
    private readonly refreshToken: RefreshToken,
    private readonly checkSubscriptions: CheckSubscriptions,
    private readonly checkWooCommerceWebhooks: CheckWooCommerceWebhooks,
    private readonly pullOrders: PullOrders,
  ) {}

  async attempt(tenantId: TenantId, connection: LeasedConnection, step: Exclude<SyncStep, { kind: 'rest' }>): Promise<StepOutcome> {
    const shop = await this.shopAccess.shopOf(tenantId, connection);
    if (shop === null) return { kind: 'later', afterMs: null, why: 'platform_not_set_up' };
    const tokens = await this.shopAccess.tokensOf(tenantId, connection);
    if (tokens === null) return { kind: 'unauthorized' };
    switch (step.kind) {
      case 'refresh':
        // WooCommerce keys do not expire and cannot be renewed.
        if (shop.platform === 'woocommerce') return { kind: 'unauthorized' };
        return this.refreshToken.refresh(tenantId, connection, shop, tokens);
      case 'check_subscriptions':
        if (shop.platform === 'woocommerce') return this.checkWooCommerceWebhooks.check(tenantId, connection, shop, tokens.accessToken);
        return this.checkSubscriptions.check(tenantId, connection, {
          shop,
          token: tokens.accessToken,
          own: await this.shopAccess.ownAppOf(tenantId, connection, shop),
        });
      case 'import':
        return this.pullOrders.importPage(tenantId, connection, shop, tokens.accessToken).catch(whenThereIsRoom);
      case 'begin_reconcile':
        return this.pullOrders.beginReconcile(tenantId, connection);
      case 'reconcile':
        return this.pullOrders.reconcilePage(tenantId, connection, shop, tokens.accessToken).catch(whenThereIsRoom);
      case 'count':
        return this.pullOrders.compareCounts(tenantId, connection, shop, tokens.accessToken);
    }
  }
}

/** Pauses an import or a look back while the tenant may not store more. The page is read again: nothing of it is lost. @throws other errors */
function whenThereIsRoom(error: unknown): StepOutcome {
  if (!(error instanceof QuotaExceeded)) throw error;
  // A larger plan, or a verified address, makes room earlier.
  return { kind: 'later', afterMs: Math.min(error.retryAfterSeconds * SECOND_MS, HOUR_MS), why: error.code };
}

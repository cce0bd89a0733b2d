import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { liveWebhookSecrets, SecretBox } from '#libs/tenants';
import { type Destination, Sender, signingKeysOf } from '#libs/delivery';
import { MessageProtocol } from './message-protocol.js';
import { ProfileProtocol } from './profile-protocol.js';
import { ProfileTools } from './profile-tools.js';
import { type Protocol, WebhookProtocol } from './protocol.js';
import { ShopifyProtocol } from './shopify-protocol.js';

/** The secrets that webhooks are signed with. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Returns the current one first; empty when the tenant has none. */
  live(db: TenantDb): Promise<string[]> {
    return liveWebhookSecrets(db, this.box, this.clock.now());
  }
}

/** Opens the protocol that an endpoint is sent to with. */
@Injectable()
export class Protocols {
  constructor(
    private readonly sender: Sender,
    private readonly secrets: WebhookSecrets,
    private readonly tools: ProfileTools,
  ) {}

  /**
   * @param destination owner of the endpoint; null for an endpoint of campaigns
   * @returns null when the tenant has no secret to sign with
   */
  async open(db: TenantDb, destination: Destination | null, url: string): Promise<Protocol | null> {
    const { tenantId } = db;
    const { database, profiles, vendors } = this.tools;
    switch (destination?.kind) {
      case 'klaviyo': {
        const klaviyo = vendors.klaviyo(tenantId, destination);
        return new ProfileProtocol(database, tenantId, profiles, (read) => klaviyo.push(read));
      }
      case 'shopify':
        return new ShopifyProtocol(this.tools, tenantId);
      case 'slack':
        return new MessageProtocol(vendors.slack(tenantId, destination));
      case 'storage':
        // Its files are written by a stage of their own.
        return null;
      case 'webhook':
      case undefined:
        return this.signed(db, url);
    }
  }

  private async signed(db: TenantDb, url: string): Promise<Protocol | null> {
    const secrets = await this.secrets.live(db);
    return secrets.length === 0 ? null : new WebhookProtocol(this.sender, url, secrets.map(signingKeysOf));
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, liveWebhookSecrets, SecretBox, type TenantDb } from '#libs/database';
import { type Destination, Sender, signingKeysOf } from '#libs/delivery';
import { Vendors } from '#libs/destinations';
import { MessageProtocol } from './message-protocol.js';
import { ProfileProtocol } from './profile-protocol.js';
import { type Protocol, WebhookProtocol } from './protocol.js';
import { ReadProfiles } from './read-profiles.js';

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

/** Opens what endpoints are sent to by. */
@Injectable()
export class Protocols {
  constructor(
    private readonly database: Database,
    private readonly sender: Sender,
    private readonly vendors: Vendors,
    private readonly profiles: ReadProfiles,
    private readonly secrets: WebhookSecrets,
  ) {}

  /**
   * @param destination whose endpoint it is; null for the endpoint of campaigns
   * @returns null when the tenant has no secret to sign with
   */
  async open(db: TenantDb, destination: Destination | null, url: string): Promise<Protocol | null> {
    const { tenantId } = db;
    switch (destination?.kind) {
      case 'klaviyo': {
        const klaviyo = this.vendors.klaviyo(tenantId, destination);
        return new ProfileProtocol(this.database, tenantId, this.profiles, (profiles) => klaviyo.push(profiles));
      }
      case 'slack':
        return new MessageProtocol(this.vendors.slack(tenantId, destination));
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

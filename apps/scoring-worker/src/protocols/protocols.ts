import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, liveWebhookSecrets, SecretBox, type TenantDb } from '#libs/database';
import { type Destination, Sender, type SendResult, signingKeysOf } from '#libs/delivery';
import { type Profile, Vendors } from '#libs/destinations';
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
    if (destination !== null && destination.kind !== 'webhook') {
      const push = this.pushOf(db, destination, destination.kind);
      return new ProfileProtocol(this.database, db.tenantId, this.profiles, push);
    }
    const secrets = await this.secrets.live(db);
    return secrets.length === 0 ? null : new WebhookProtocol(this.sender, url, secrets.map(signingKeysOf));
  }

  private pushOf(
    { tenantId }: TenantDb,
    destination: Destination,
    kind: Exclude<Destination['kind'], 'webhook'>,
  ): (profiles: readonly Profile[]) => Promise<SendResult> {
    switch (kind) {
      case 'klaviyo': {
        const klaviyo = this.vendors.klaviyo(tenantId, destination);
        return (profiles) => klaviyo.push(profiles);
      }
    }
  }
}

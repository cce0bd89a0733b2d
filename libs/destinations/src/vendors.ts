import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import type { TenantId } from '#libs/core';
import { type SealedSecret, sealedPlace, SecretBox } from '#libs/database';
import type { Destination } from '#libs/delivery';
import { Klaviyo } from './klaviyo.js';
import { Slack } from './slack.js';
import { VendorCalls } from './vendor-calls.js';

type Keyed = Pick<Destination, 'id' | 'ciphertext' | 'key_id'>;

/** Opens the accounts of destinations at their vendors. */
@Injectable()
export class Vendors {
  constructor(
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly calls: VendorCalls,
  ) {}

  klaviyo(tenantId: TenantId, destination: Keyed): Klaviyo {
    return new Klaviyo(this.calls, this.config.vendors.klaviyoUrl, this.keyOf(tenantId, destination));
  }

  slack(tenantId: TenantId, destination: Keyed): Slack {
    return new Slack(this.calls, this.keyOf(tenantId, destination));
  }

  /** Address of Slack's incoming webhooks. */
  get slackUrl(): string {
    return this.config.vendors.slackUrl;
  }

  /** Encrypts the credential of a destination for its row. */
  seal(tenantId: TenantId, destinationId: string, key: string): SealedSecret {
    return this.box.seal(key, sealedPlace('destinations', tenantId, destinationId));
  }

  private keyOf(tenantId: TenantId, { id, ciphertext, key_id: keyId }: Keyed): string {
    if (ciphertext === null || keyId === null) throw new Error(`destination ${id} has no key`);
    return this.box.open({ ciphertext, keyId }, sealedPlace('destinations', tenantId, id));
  }
}

import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import type { TenantId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { type SealedSecret, sealedPlace, SecretBox } from '#libs/tenants';
import type { Destination } from '#libs/delivery';
import { Platforms, readShopifyAccess } from '#libs/storefront';
import { Klaviyo } from './klaviyo.js';
import { Shopify } from './shopify/shopify.js';
import { Slack } from './slack.js';
import { Bucket, type StorageKey } from './storage/bucket.js';
import { VendorCalls } from './vendor-calls.js';

/** Shops that a process remembers to have definitions. Creating them again changes nothing. */
const MOST_DEFINED = 10_000;

type Keyed = Pick<Destination, 'id' | 'ciphertext' | 'key_id'>;

/** Opens the accounts of destinations at their vendors. */
@Injectable()
export class Vendors {
  private readonly platforms: Platforms;
  private readonly defined = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly calls: VendorCalls,
  ) {
    this.platforms = new Platforms(config.storefront.apps);
  }

  klaviyo(tenantId: TenantId, destination: Keyed): Klaviyo {
    return new Klaviyo(this.calls, this.config.vendors.klaviyoUrl, this.keyOf(tenantId, destination));
  }

  slack(tenantId: TenantId, destination: Keyed): Slack {
    return new Slack(this.calls, this.keyOf(tenantId, destination));
  }

  /** Opens the bucket of a destination of the kind `storage`. @param isTest true: answers within seconds, for small files */
  bucket(tenantId: TenantId, destination: Keyed & Pick<Destination, 'storage'>, isTest = false): Bucket {
    if (destination.storage === null) throw new Error(`destination ${destination.id} has no storage`);
    const key = JSON.parse(this.keyOf(tenantId, destination)) as StorageKey;
    return new Bucket(isTest ? this.calls : this.calls.uploads, destination.storage, key);
  }

  /** @returns null when no Shopify shop is connected, or it does not allow to change customers */
  async shopify(db: TenantDb): Promise<Shopify | null> {
    const access = await readShopifyAccess(db, this.box, this.platforms);
    if (this.defined.size >= MOST_DEFINED) this.defined.clear();
    return access === null ? null : new Shopify(this.calls, access, this.defined);
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

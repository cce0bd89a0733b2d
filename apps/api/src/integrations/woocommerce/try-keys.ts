import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { type AppError, invalid, type TenantId } from '#libs/core';
import { PlatformClient, type PlatformResult, readWooCommerceAddress, type WooCommerceAddress } from '#libs/storefront';
import { PlatformSlots } from '../platform-slots.js';

/** An address of a shop that an owner entered, and the keys that go with it. */
export interface Tried {
  readonly address: WooCommerceAddress;
  readonly shop: string;
  readonly keys: WooCommerceKeys;
}

/** Keys of a shop's REST API, which its owner created. */
export interface WooCommerceKeys {
  readonly consumer_key: string;
  readonly consumer_secret: string;
}

/** The form in which the keys are stored and sent. */
export const keysText = ({ consumer_key: key, consumer_secret: secret }: WooCommerceKeys): string => `${key}:${secret}`;

/** Tests keys at the shop before we store them, while the owner can still correct a mistake. */
@Injectable()
export class TryKeys {
  constructor(
    private readonly client: PlatformClient,
    private readonly slots: PlatformSlots,
    private readonly config: Config,
  ) {}

  /** @param address the address that the owner entered. */
  read(address: string): WooCommerceAddress {
    return readWooCommerceAddress(address, this.config.storefront.network);
  }

  /**
   * Asks for the number of orders, first below the given path, then at the root of the domain, because people copy the address of a shop page.
   * @returns the address at which the shop answered.
   * @throws AppError `validation_error` when the address is not allowed, no shop answers there, or the shop does not accept the keys;
   * `service_unavailable` when the tenant makes too many calls at once.
   */
  findAddress(tenantId: TenantId, tried: Tried): Promise<string> {
    return this.slots.use(tenantId, () => this.find(tried));
  }

  private async find({ address, shop, keys }: Tried): Promise<string> {
    if (address.kind === 'refused') throw invalid('shop', 'invalid_shop', `shop ${address.message}`);
    const { restUrl } = address;
    const { origin } = new URL(restUrl);
    const first = await this.ask(restUrl, shop, keys);
    const isElsewhere = first.kind === 'refused' && first.why === 'http_404' && origin !== restUrl;
    const counted = isElsewhere ? await this.ask(origin, shop, keys) : first;
    if (counted.kind === 'ok') return isElsewhere ? origin : restUrl;
    throw reasonFor(counted, restUrl);
  }

  private ask(restUrl: string, shop: string, keys: WooCommerceKeys): Promise<PlatformResult<number>> {
    return this.client.countOrders({ platform: 'woocommerce', shop, restUrl }, keysText(keys), { createdSince: new Date(0) });
  }
}

function reasonFor(result: Exclude<PlatformResult<number>, { kind: 'ok' }>, restUrl: string): AppError {
  const why = 'why' in result ? result.why : result.kind;
  if (result.kind === 'unauthorized' || why === 'http_403') {
    return invalid(
      'consumer_key',
      'keys_refused',
      `consumer_key and consumer_secret are not taken by ${restUrl}: they must be allowed to read`,
    );
  }
  if (why === 'blocked_address') {
    return invalid('shop', why, `shop leads to ${restUrl}: private, local and reserved addresses are not allowed`);
  }
  return invalid(
    'shop',
    'shop_does_not_answer',
    `shop leads to ${restUrl}/wp-json/wc/v3/orders, and no orders come from there (${why}): it must be the address at which WordPress answers itself, without leading elsewhere, with permalinks that are not plain`,
  );
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Platforms that connect a shop through a page of their own. */
export const CONNECTABLE = ['generic', 'shopify', 'shopline'] as const;
const PLATFORMS = ['generic', 'shopify', 'shopline', 'woocommerce'] as const;
const STATUSES = ['pending', 'connected', 'reauthorize', 'disconnected'] as const;
const IMPORT_STATES = ['none', 'running', 'done', 'failed'] as const;

export const SHOP_LENGTH = { min: 1, max: 300 };

export class ConnectStorefrontDto {
  @ApiProperty({
    minLength: SHOP_LENGTH.min,
    maxLength: SHOP_LENGTH.max,
    example: 'your-shop.myshopify.com',
    description: 'The domain of the shop at its platform',
  })
  @IsString({ message: 'shop must be a string' })
  @MinLength(SHOP_LENGTH.min, { message: 'shop must not be empty' })
  @MaxLength(SHOP_LENGTH.max, { message: `shop must have at most ${SHOP_LENGTH.max} characters` })
  shop: string;

  @ApiPropertyOptional({ enum: CONNECTABLE, description: 'Default: the platform that the domain belongs to' })
  @IsOptional()
  @IsIn(CONNECTABLE, { message: `platform must be one of ${CONNECTABLE.join(', ')}` })
  platform?: (typeof CONNECTABLE)[number];
}

export class AuthorizeStorefrontDto {
  @ApiProperty({
    format: 'uri',
    description: 'Page of the platform on which an administrator of the shop allows the connection. It works once, for 10 minutes',
  })
  authorize_url: string;
}

class WebhookTopicDto {
  @ApiProperty({ example: 'orders/create' })
  topic: string;

  @ApiProperty({ description: 'Whether the platform had this subscription at the last check' })
  ok: boolean;
}

class StorefrontImportDto {
  @ApiProperty({ enum: IMPORT_STATES })
  state: (typeof IMPORT_STATES)[number];

  @ApiProperty({ type: 'integer', description: 'Past orders that are imported' })
  done: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Orders of the shop, counted when the import starts; null before' })
  total: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Customers whose earlier orders are imported as a sum, after the orders; 0 where the platform shows all orders',
  })
  customers: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Customers of the shop with orders; null when none are read. If the platform cannot count those alone, all its customers at first',
  })
  customers_total: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Orders or customers that the platform has collected so far in the file that the import waits for; null when it waits for none',
  })
  collected: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Estimated seconds until the orders are imported and each of their customers has a score; null when that is done, the platform does not count its orders, or the storage quota has no room for them. Scores are provisional until a model is fitted, soon after (GET /churn/model)',
  })
  seconds_left: number | null;

  @ApiProperty({
    enum: ['day', 'total'],
    nullable: true,
    example: null,
    description:
      'The part of the storage quota of your plan that has no room for the rest of the import. `day`: the import goes on at 00:00 UTC. `total`: it waits until there is room',
  })
  short_of_storage: 'day' | 'total' | null;
}

class OrderCountsDto {
  @ApiProperty({ format: 'date-time', description: 'Orders since then are compared: those that the platform shows to the service' })
  since: string;

  @ApiProperty({ format: 'date-time', description: 'When both were counted' })
  counted_at: string;

  @ApiProperty({ type: 'integer', example: 12_431, description: 'Orders since then by the count of the shop itself' })
  shop_orders: number;

  @ApiProperty({ type: 'integer', example: 12_431, description: 'Orders since then that the service has, from the shop or elsewhere' })
  orders: number;

  @ApiProperty({ type: 'integer', example: 4210, description: 'The customers of these orders' })
  customers: number;
}

class RefusedMessagesDto {
  @ApiProperty({
    example: 'orders/updated: the total must be a number of 0 or more; the order is stored without it',
    description: 'The topic, and why the service could not use it',
  })
  reason: string;

  @ApiProperty({ example: true, description: 'false for what is in order and only names no customer, such as a sale at a till' })
  fault: boolean;

  @ApiProperty({ type: 'integer', example: 12, description: 'Messages with this reason; those of busy minutes are not all counted' })
  count: number;

  @ApiProperty({ format: 'date-time', description: 'When the last one arrived' })
  last_at: string;
}

export class IntegrationsDto {
  @ApiProperty({ enum: PLATFORMS, nullable: true, description: 'null, like `shop`, when no shop was ever connected' })
  platform: (typeof PLATFORMS)[number] | null;

  @ApiProperty({ type: String, nullable: true, example: 'your-shop.myshopify.com' })
  shop: string | null;

  @ApiProperty({ example: false, description: 'Whether the shop is connected with an app that you have registered at the platform' })
  own_app: boolean;

  @ApiProperty({
    enum: STATUSES,
    description:
      '`pending`: nothing has come from the shop yet. `reauthorize`: the platform takes our access no more, connect again. `disconnected`: also when there never was one',
  })
  status: (typeof STATUSES)[number];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  connected_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the last webhook of the shop arrived' })
  last_webhook_at: string | null;

  @ApiProperty({
    type: [WebhookTopicDto],
    description: 'The webhook topics that the service needs and whether the shop has them; empty when the shop manages its own webhooks',
  })
  webhooks: WebhookTopicDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'EUR',
    description: 'The currency of the orders of the shop; null until one arrives',
  })
  currency: string | null;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Orders in `currency` while the currency in your settings is another one; at most 10000 are counted. They count as orders, and sums of money leave them out',
  })
  foreign_orders: number;

  @ApiProperty({
    type: [RefusedMessagesDto],
    description: 'What the shop sent in the last 7 days and the service could not use, by reason, the latest first; at most 5 reasons',
  })
  refused: RefusedMessagesDto[];

  @ApiProperty({
    enum: ['last_60_days', 'all'],
    nullable: true,
    example: 'last_60_days',
    description:
      'Orders that the platform shows to the app: those of the last 60 days, or all, with the permission `read_all_orders` of Shopify. null without a connection, and for WooCommerce',
  })
  orders_granted: 'last_60_days' | 'all' | null;

  @ApiProperty({ type: StorefrontImportDto, description: 'The import of past orders' })
  import: StorefrontImportDto;

  @ApiProperty({
    type: OrderCountsDto,
    nullable: true,
    description:
      'The orders of the shop and those here, compared after the import and then once a day; null before, and where the platform does not count',
  })
  order_counts: OrderCountsDto | null;

  @ApiProperty({
    enum: CONNECTABLE,
    isArray: true,
    description: 'Platforms that can be connected by POST /integrations/storefront/connect',
  })
  available_platforms: (typeof CONNECTABLE)[number][];
}

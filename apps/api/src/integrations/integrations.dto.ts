import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Platforms that a shop connects to by a page of the platform's own. */
const CONNECTABLE = ['generic', 'shopify', 'shopline'] as const;
const PLATFORMS = ['generic', 'shopify', 'shopline', 'woocommerce'] as const;
const STATUSES = ['pending', 'connected', 'reauthorize', 'disconnected'] as const;
const IMPORT_STATES = ['none', 'running', 'done', 'failed'] as const;

const SHOP_LENGTH = { min: 1, max: 300 };

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

  @ApiPropertyOptional({ enum: CONNECTABLE, description: 'Without it the platform whose shops have such domains' })
  @IsOptional()
  @IsIn(CONNECTABLE, { message: `platform must be one of ${CONNECTABLE.join(', ')}` })
  platform?: (typeof CONNECTABLE)[number];
}

export class AuthorizeStorefrontDto {
  @ApiProperty({
    format: 'uri',
    description: 'Page of the platform on which somebody who rules the shop allows it; good for 10 minutes, once',
  })
  authorize_url: string;
}

class WebhookTopicDto {
  @ApiProperty({ example: 'orders/create' })
  topic: string;

  @ApiProperty({ description: 'Whether the platform had it the last time it was asked' })
  ok: boolean;
}

class StorefrontImportDto {
  @ApiProperty({ enum: IMPORT_STATES })
  state: (typeof IMPORT_STATES)[number];

  @ApiProperty({ type: 'integer', description: 'Orders of the past that are in' })
  done: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Orders that there are, as counted at the beginning; null before that' })
  total: number | null;
}

export class IntegrationsDto {
  @ApiProperty({ enum: PLATFORMS, nullable: true, description: 'Null, as is `shop`, for who has never connected one' })
  platform: (typeof PLATFORMS)[number] | null;

  @ApiProperty({ type: String, nullable: true, example: 'your-shop.myshopify.com' })
  shop: string | null;

  @ApiProperty({
    enum: STATUSES,
    description:
      '`pending`: nothing has come from the shop yet. `reauthorize`: the platform takes our access no more, connect again. `disconnected`: also when there never was one',
  })
  status: (typeof STATUSES)[number];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  connected_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the shop last told of something' })
  last_webhook_at: string | null;

  @ApiProperty({ type: [WebhookTopicDto], description: 'What the shop is to tell, and does; empty where the shop keeps that itself' })
  webhooks: WebhookTopicDto[];

  @ApiProperty({ type: StorefrontImportDto, description: 'Of the orders that were placed before' })
  import: StorefrontImportDto;

  @ApiProperty({
    enum: CONNECTABLE,
    isArray: true,
    description: 'Platforms that can be connected by POST /integrations/storefront/connect',
  })
  available_platforms: (typeof CONNECTABLE)[number][];
}

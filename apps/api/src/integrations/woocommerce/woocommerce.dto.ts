import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { LIMITS, normaliseShop } from '#libs/core';
import { IsGraceHours } from '#libs/dto';

const IsShop = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isShop', validator: { validate: (value: unknown) => typeof value === 'string' && normaliseShop(value) !== null } },
    {
      message: ({ value }) =>
        `shop is ${JSON.stringify(value) ?? 'missing'}: it must be the address of the shop, such as https://shop.example.com`,
    },
  );

/** Checks the form of WooCommerce's keys. The message does not repeat the value, because it is secret. */
const IsKey = (prefix: 'ck' | 'cs'): PropertyDecorator =>
  Matches(new RegExp(`^${prefix}_[A-Za-z0-9]{20,100}$`), {
    message: ({ property }) =>
      `${property} must begin with ${prefix}_ and be given whole, as WooCommerce shows it under Advanced, REST API`,
  });

const KEY = {
  pattern: '^ck_[A-Za-z0-9]{20,100}$',
  description: 'A key that may read, or read and write. WooCommerce shows it under Advanced, REST API',
};
const KEY_SECRET = {
  pattern: '^cs_[A-Za-z0-9]{20,100}$',
  description: 'Needed with consumer_key. The service encrypts it and never shows it again',
};

interface AcceptedKeys {
  readonly consumer_key?: unknown;
  readonly consumer_secret?: unknown;
}

/** Either both keys or none. Null counts as none. */
const IfKeys = (): PropertyDecorator =>
  ValidateIf(({ consumer_key: key = null, consumer_secret: secret = null }: AcceptedKeys) => key !== null || secret !== null);

export class ConnectWooCommerceDto {
  @ApiProperty({
    example: 'https://shop.example.com',
    minLength: 1,
    maxLength: LIMITS.urlLength,
    description: 'Includes the path of WordPress, if it has one. The service sends the keys there, over https only',
  })
  @IsShop()
  shop: string;

  @ApiPropertyOptional({ ...KEY, type: String, nullable: true })
  @IfKeys()
  @IsKey('ck')
  consumer_key?: string | null;

  @ApiPropertyOptional({ ...KEY_SECRET, type: String, nullable: true })
  @IfKeys()
  @IsKey('cs')
  consumer_secret?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.webhookSecretGraceHours.max,
    default: LIMITS.webhookSecretGraceHours.default,
    description: 'Hours that the previous secret of the shop stays valid',
  })
  @IsOptional()
  @IsGraceHours(LIMITS.webhookSecretGraceHours.max)
  grace_period_hours: number = LIMITS.webhookSecretGraceHours.default;
}

export class WooCommerceKeysDto {
  @ApiProperty(KEY)
  @IsKey('ck')
  consumer_key: string;

  @ApiProperty(KEY_SECRET)
  @IsKey('cs')
  consumer_secret: string;
}

class WooCommerceWebhookDto {
  @ApiProperty({ enum: ['order.created', 'order.updated', 'order.deleted', 'order.restored', 'customer.created', 'customer.updated'] })
  topic: string;

  @ApiProperty({ format: 'uri' })
  delivery_url: string;
}

export class WooCommerceConnectionDto {
  @ApiProperty({ example: 'shop.example.com' })
  shop: string;

  @ApiProperty({
    enum: ['pending', 'connected', 'reauthorize'],
    description: '`pending` until the first signed webhook arrives or keys are saved. `reauthorize`: the shop refuses the keys',
  })
  status: 'pending' | 'connected' | 'reauthorize';

  @ApiProperty({ description: 'The secret that the shop signs with. Shown only once' })
  secret: string;

  @ApiProperty({
    type: [WooCommerceWebhookDto],
    description: 'Enter these in the shop under WooCommerce, Settings, Advanced, Webhooks. With keys that may write, the service does it',
  })
  webhooks: WooCommerceWebhookDto[];
}

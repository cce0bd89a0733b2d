import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches, ValidateBy, ValidateIf } from 'class-validator';
import { LIMITS, normaliseShop } from '#libs/core';
import { IfGiven, IsGraceHours } from '#libs/dto';

const IsShop = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isShop', validator: { validate: (value: unknown) => typeof value === 'string' && normaliseShop(value) !== null } },
    {
      message: ({ value }) =>
        `shop is ${JSON.stringify(value) ?? 'missing'}: it must be the address of the shop, such as https://shop.example.com`,
    },
  );

/** As WooCommerce makes them; what was given is not repeated, for it is secret. */
const IsKey = (prefix: 'ck' | 'cs'): PropertyDecorator =>
  Matches(new RegExp(`^${prefix}_[A-Za-z0-9]{20,100}$`), {
    message: ({ property }) =>
      `${property} must begin with ${prefix}_ and be given whole, as WooCommerce shows it under Advanced, REST API`,
  });

const KEY = {
  pattern: '^ck_[A-Za-z0-9]{20,100}$',
  description: 'Of keys that may read, or read and write, in WooCommerce under Advanced, REST API',
};
const KEY_SECRET = { pattern: '^cs_[A-Za-z0-9]{20,100}$', description: 'Comes with consumer_key; sealed, and never shown again' };

interface GivenKeys {
  readonly consumer_key?: unknown;
  readonly consumer_secret?: unknown;
}

/** Either both or none. */
const IfKeys = (): PropertyDecorator =>
  ValidateIf(({ consumer_key: key, consumer_secret: secret }: GivenKeys) => key !== undefined || secret !== undefined);

export class ConnectWooCommerceDto {
  @ApiProperty({
    example: 'https://shop.example.com',
    maxLength: 2048,
    description: 'With the path below which WordPress is, when it has one; keys are sent there, by https only',
  })
  @IsShop()
  shop: string;

  @ApiPropertyOptional(KEY)
  @IfKeys()
  @IsKey('ck')
  consumer_key?: string;

  @ApiPropertyOptional(KEY_SECRET)
  @IfKeys()
  @IsKey('cs')
  consumer_secret?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.webhookSecretGraceHours.max,
    default: LIMITS.webhookSecretGraceHours.default,
    description: 'How long the secret that the shop had before stays good',
  })
  @IfGiven()
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
    description: '`pending` until the first signed webhook comes, or keys are given. `reauthorize`: the shop takes its keys no more',
  })
  status: 'pending' | 'connected' | 'reauthorize';

  @ApiProperty({ description: 'What the shop signs with; shown this once' })
  secret: string;

  @ApiProperty({
    type: [WooCommerceWebhookDto],
    description: 'To be entered in the shop under WooCommerce, Settings, Advanced, Webhooks; keys that may write do that',
  })
  webhooks: WooCommerceWebhookDto[];
}

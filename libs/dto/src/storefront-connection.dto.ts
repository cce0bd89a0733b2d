import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { normaliseShop } from '#libs/core';

const IsShop = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isShop', validator: { validate: (value: unknown) => typeof value === 'string' && normaliseShop(value) !== null } },
    {
      message: ({ value }) =>
        `shop is ${JSON.stringify(value) ?? 'missing'}: it must be the address of the shop, such as https://shop.example.com`,
    },
  );

export class ConnectWooCommerceDto {
  @ApiProperty({ example: 'https://shop.example.com', maxLength: 2048 })
  @IsShop()
  shop: string;
}

class WooCommerceWebhookDto {
  @ApiProperty({ enum: ['order.created', 'order.updated', 'customer.created', 'customer.updated'] })
  topic: string;

  @ApiProperty({ format: 'uri' })
  delivery_url: string;
}

export class WooCommerceConnectionDto {
  @ApiProperty({ example: 'shop.example.com' })
  shop: string;

  @ApiProperty({ enum: ['pending'], description: 'Until the first signed webhook comes' })
  status: 'pending';

  @ApiProperty({ description: 'What the shop signs with; shown this once' })
  secret: string;

  @ApiProperty({ type: [WooCommerceWebhookDto], description: 'To be entered in the shop under WooCommerce, Settings, Advanced, Webhooks' })
  webhooks: WooCommerceWebhookDto[];
}

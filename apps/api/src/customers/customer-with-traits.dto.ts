import { ApiProperty } from '@nestjs/swagger';
import { CategoryBoughtDto } from './category-bought.dto.js';
import { ContactedScoreDto, CustomerDto, TRAIT_VALUES } from '#libs/dto';
import { AliasDto } from './aliases/alias.dto.js';

const LINK_PLACES = ['shopify', 'woocommerce', 'own'] as const;

/** The page of a customer in the shop or in the merchant's own system. */
export class CustomerLinkDto {
  @ApiProperty({ enum: LINK_PLACES, description: '`own`: your own system, by `customer_url` of the settings' })
  place: (typeof LINK_PLACES)[number];

  @ApiProperty({ format: 'uri', example: 'https://ada-coffee.myshopify.com/admin/customers/7735221' })
  url: string;
}

export class CustomerWithTraitsDto extends CustomerDto {
  @ApiProperty({ ...TRAIT_VALUES, description: 'The numeric traits that you gave the customer, by name' })
  traits: Record<string, number>;

  @ApiProperty({
    type: [CategoryBoughtDto],
    description: 'Categories that the customer has bought from, by the `items` of the orders, the latest first; at most 100',
  })
  bought: CategoryBoughtDto[];

  @ApiProperty({ type: [AliasDto], description: 'Other identifiers of the same person, the first joined one first' })
  aliases: AliasDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    example:
      'Not known yet: your campaigns must choose about 1,900 more customers, in both groups together, and wait until their time to order has passed.',
    description: 'Why there is no `contact_value`; null when there is one',
  })
  contact_value_note: string | null;

  @ApiProperty({
    type: ContactedScoreDto,
    nullable: true,
    description: 'The chance of no order after one contact. `churn.score` is the chance without a contact. Known where `contact_value` is',
  })
  contacted_score: ContactedScoreDto | null;

  @ApiProperty({
    type: CustomerLinkDto,
    nullable: true,
    description: 'The page of the customer in the connected shop or in your own system; null where there is none, as for a guest',
  })
  link: CustomerLinkDto | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the customer was deleted (`customer_deleted`), and is in no list and no campaign; null otherwise, also after a later order',
  })
  deleted_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the customer last unsubscribed from e-mails (`email_unsubscribed`); null: never',
  })
  unsubscribed_at: string | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

const { arms, contactCost, hopedEffect } = LIMITS.campaign;

const NAME = { minLength: 1, maxLength: arms.nameLength, example: '10 % off', description: 'Unique within the campaign' };
const TEXT = {
  type: String,
  nullable: true,
  maxLength: arms.textLength,
  example: 'Use the code BACK10',
  description: 'The text or the code of the offer. It comes with the customers: in lists and in the body of the webhook',
} as const;
const cost = (description: string) => ({ type: Number, minimum: 0, maximum: contactCost, default: 0, description }) as const;
const CONTACT = cost('The cost of one contact, in your currency');
const REDEMPTION = cost(
  'The cost of the offer for each customer who orders, in your currency, such as a gift or the shipping. Not a discount that the amount of the order lacks already',
);

/** An offer of a campaign that is compared with the others. */
export class CampaignArmDto {
  @ApiProperty(NAME)
  name: string;

  @ApiProperty(TEXT)
  text: string | null;

  @ApiProperty(CONTACT)
  contact_cost: number;

  @ApiProperty(REDEMPTION)
  redemption_cost: number;
}

export class NewCampaignArmDto {
  @ApiProperty(NAME)
  name: string;

  @ApiPropertyOptional(TEXT)
  text?: string | null;

  @ApiPropertyOptional(CONTACT)
  contact_cost?: number;

  @ApiPropertyOptional(REDEMPTION)
  redemption_cost?: number;
}

export const ARMS = {
  minItems: 0,
  maxItems: arms.max,
  description: `Offers to compare, ${arms.min} to ${arms.max}, or an empty list. Each customer gets one of them, and the same one in all sends. After the first send their number and order cannot change, and results apply changed costs to all customers`,
} as const;

export const HOPED_EFFECT = {
  type: Number,
  minimum: hopedEffect.min,
  maximum: hopedEffect.max,
  default: 0.05,
  description: 'The difference of return rates that you hope for: 0.05 are 5 of 100 customers. `power` says how many customers show it',
} as const;

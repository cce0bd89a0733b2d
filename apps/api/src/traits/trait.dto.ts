import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { TRAIT_VALUES } from '#libs/dto';

const { names, nameLength, value } = LIMITS.traits;

export const TRAITS_BODY = {
  description: `Trait names and numbers from ${value.min} to ${value.max}; null removes a trait. Names have 1 to ${nameLength} lower-case letters, digits and underscores, and begin with a letter. Names that look like personal data are refused`,
  schema: {
    ...TRAIT_VALUES,
    maxProperties: names,
    additionalProperties: { type: 'number', minimum: value.min, maximum: value.max, nullable: true },
  },
} as const;

export class CustomerTraitsDto {
  @ApiProperty({ description: 'Your own identifier of the customer' })
  external_id: string;

  @ApiProperty({ ...TRAIT_VALUES, description: 'All traits of the customer, by name' })
  traits: Record<string, number>;
}

export class TraitDto {
  @ApiProperty({ example: 'loyalty_points' })
  name: string;

  @ApiProperty({ description: 'Your current model uses it' })
  used_by_model: boolean;

  @ApiProperty({ format: 'date-time', description: 'When you first sent it' })
  created_at: string;
}

export class TraitListDto {
  @ApiProperty({ type: [TraitDto], description: 'By name' })
  data: TraitDto[];

  @ApiProperty({ type: 'integer', example: names, description: 'The most names that you can have' })
  limit: number;
}

export class FreedTraitDto {
  @ApiProperty({ example: 'loyalty_points', description: 'The name that is free now' })
  freed: string;
}

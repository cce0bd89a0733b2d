import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  type Consent,
  CONSENTS,
  CONTROL_GROUPS,
  type ControlGroup,
  type CustomerConditions,
  type Label,
  LABELS,
  type Lifecycle,
  LIFECYCLES,
  LIMITS,
} from '#libs/core';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsCategories, IsConditionDay } from './condition-rules.js';
import { IsIdentifier } from './event-rules.js';
import { toList, toNumber, toTexts } from './query-values.js';
import { PageQuery } from './page.dto.js';

/** Each rule of a field describes everything that is allowed, so the message is the same whichever rule fails first. */
const score = (field: string) => ({ message: `${field} must be a number from 0 to 1` });

const orders = (field: string) => ({ message: `${field} must be a whole number from 0 to ${LIMITS.conditions.orders}` });
const spend = (field: string) => ({ message: `${field} must be a number from 0 to ${LIMITS.conditions.spend}` });
const SEGMENT = 'segment must be the id of one of your segments';
const DAY = { type: String, example: '7d' } as const;

/** Customers without a score come last, except by creation. The id breaks ties in the direction of the sort. */
export const CUSTOMER_SORTS = [
  'churn_score_desc',
  'churn_score_asc',
  'last_activity_desc',
  'last_activity_asc',
  'monetary_desc',
  'monetary_asc',
  'created_desc',
  'created_asc',
  'revenue_at_risk_desc',
  'contact_value_desc',
  'to_win_desc',
] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export class ListCustomersQuery extends PageQuery implements CustomerConditions {
  @ApiPropertyOptional({ enum: LABELS, isArray: true, description: 'Repeat the parameter, or separate values by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(LABELS, { each: true, message: `churn_label must be one of ${LABELS.join(', ')}` })
  churn_label?: Label[];

  @ApiPropertyOptional({ minimum: 0, maximum: 1, description: 'Lowest score, included' })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, score('min_score'))
  @Min(0, score('min_score'))
  @Max(1, score('min_score'))
  min_score?: number;

  @ApiPropertyOptional({ minimum: 0, maximum: 1, description: 'Highest score, included' })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, score('max_score'))
  @Min(0, score('max_score'))
  @Max(1, score('max_score'))
  max_score?: number;

  @ApiPropertyOptional({ enum: LIFECYCLES, isArray: true, description: 'Repeat the parameter, or separate values by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(LIFECYCLES, { each: true, message: `lifecycle must be one of ${LIFECYCLES.join(', ')}` })
  lifecycle?: Lifecycle[];

  @ApiPropertyOptional({
    ...DAY,
    description:
      'Customers whose label entered high or critical on this UTC day or later, by orders or by waiting. This and the other days are a date such as `2026-11-21`, or days ago such as `7d`',
  })
  @IsOptional()
  @IsConditionDay()
  entered_since?: string;

  @ApiPropertyOptional({ ...DAY, description: 'Customers who have been late since this UTC day or a later one' })
  @IsOptional()
  @IsConditionDay()
  late_since_from?: string;

  @ApiPropertyOptional({ ...DAY, description: 'Customers who have been late since this UTC day or an earlier one' })
  @IsOptional()
  @IsConditionDay()
  late_since_to?: string;

  @ApiPropertyOptional({ ...DAY, description: 'Latest counted order on this UTC day or later' })
  @IsOptional()
  @IsConditionDay()
  last_order_from?: string;

  @ApiPropertyOptional({ ...DAY, description: 'Latest counted order on this UTC day or earlier' })
  @IsOptional()
  @IsConditionDay()
  last_order_to?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: LIMITS.conditions.orders, description: 'Fewest counted orders' })
  @IsOptional()
  @Transform(toNumber)
  @IsInt(orders('orders_min'))
  @Min(0, orders('orders_min'))
  @Max(LIMITS.conditions.orders, orders('orders_min'))
  orders_min?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: LIMITS.conditions.orders, description: 'Most counted orders' })
  @IsOptional()
  @Transform(toNumber)
  @IsInt(orders('orders_max'))
  @Min(0, orders('orders_max'))
  @Max(LIMITS.conditions.orders, orders('orders_max'))
  orders_max?: number;

  @ApiPropertyOptional({ minimum: 0, maximum: LIMITS.conditions.spend, description: 'Smallest `monetary_total`' })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, spend('spend_min'))
  @Min(0, spend('spend_min'))
  @Max(LIMITS.conditions.spend, spend('spend_min'))
  spend_min?: number;

  @ApiPropertyOptional({ minimum: 0, maximum: LIMITS.conditions.spend, description: 'Largest `monetary_total`' })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, spend('spend_max'))
  @Min(0, spend('spend_max'))
  @Max(LIMITS.conditions.spend, spend('spend_max'))
  spend_max?: number;

  @ApiPropertyOptional({
    enum: CONSENTS,
    isArray: true,
    description: 'Customers by their `marketing_consent`. Repeat the parameter, or separate values by commas',
  })
  @IsOptional()
  @Transform(toList)
  @IsIn(CONSENTS, { each: true, message: `marketing_consent must be one of ${CONSENTS.join(', ')}` })
  marketing_consent?: Consent[];

  @ApiPropertyOptional({
    type: [String],
    maxItems: LIMITS.conditions.categories,
    example: ['Coffee'],
    description: 'Customers who have bought from this category. Repeat the parameter for customers who have bought from each of several',
  })
  @IsOptional()
  @Transform(toTexts)
  @IsCategories()
  bought?: string[];

  @ApiPropertyOptional({
    type: [String],
    maxItems: LIMITS.conditions.categories,
    example: ['Tea'],
    description: 'Customers who have bought from none of these categories, as far as orders have items. Repeat the parameter for several',
  })
  @IsOptional()
  @Transform(toTexts)
  @IsCategories()
  never_bought?: string[];

  @ApiPropertyOptional({
    enum: CONTROL_GROUPS,
    isArray: true,
    description:
      'Customers by the control group that they are in now: `shop,campaign` lists those who must get nothing, `none` all others. Repeat the parameter, or separate values by commas',
  })
  @IsOptional()
  @Transform(toList)
  @IsIn(CONTROL_GROUPS, { each: true, message: `control_group must be one of ${CONTROL_GROUPS.join(', ')}` })
  control_group?: ControlGroup[];

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.segments.idLength,
    example: 'slipping',
    description:
      'Id of a segment: lists only its customers. Other filters narrow it further. The dashboard shows the ids of your segments; `slipping` and the other ready-made ones are the same for everybody',
  })
  @IsOptional()
  @IsString({ message: SEGMENT })
  @MaxLength(LIMITS.segments.idLength, { message: SEGMENT })
  segment?: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.idLength,
    description: 'Lists only customers whose `external_id` begins with this, ordered by `external_id`; `sort` is ignored',
  })
  @IsOptional()
  @IsIdentifier()
  external_id_prefix?: string;

  @ApiPropertyOptional({
    enum: CUSTOMER_SORTS,
    default: 'churn_score_desc',
    description:
      'To read all pages, take `created_asc`: every customer who matches all the time comes exactly once. In the other orders, customers whose rank changes between two pages can be missed or come twice. Customers without a score come last, except by creation. `to_win_desc`: customers whom a campaign may contact first, by `revenue_at_risk`, those with one order of an unusual amount behind the others; last those in a control group or without consent',
  })
  @IsIn(CUSTOMER_SORTS)
  sort: CustomerSort = 'churn_score_desc';
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { type Label, LABELS, LIMITS } from '#libs/core';
import { Transform } from 'class-transformer';
import { IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { IsIdentifier } from './event-rules.js';
import { toList, toNumber } from './query-values.js';
import { PageQuery } from './page.dto.js';

/** Each rule of a field describes everything that is allowed, so the message is the same whichever rule fails first. */
const score = (field: string) => ({ message: `${field} must be a number from 0 to 1` });

/** In every sort, customers without a score come last, and the id breaks ties in the direction of the sort. */
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
] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export class ListCustomersQuery extends PageQuery {
  @ApiPropertyOptional({ enum: LABELS, isArray: true, description: 'Repeat the parameter, or separate values by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(LABELS, { each: true, message: `churn_label must be one of ${LABELS.join(', ')}` })
  churn_label?: Label[];

  @ApiPropertyOptional({ minimum: 0, maximum: 1 })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, score('min_score'))
  @Min(0, score('min_score'))
  @Max(1, score('min_score'))
  min_score?: number;

  @ApiPropertyOptional({ minimum: 0, maximum: 1 })
  @IsOptional()
  @Transform(toNumber)
  @IsNumber({}, score('max_score'))
  @Min(0, score('max_score'))
  @Max(1, score('max_score'))
  max_score?: number;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.idLength,
    description: 'Lists only customers whose `external_id` begins with this, ordered by `external_id`; `sort` is ignored',
  })
  @IsOptional()
  @IsIdentifier()
  external_id_prefix?: string;

  @ApiPropertyOptional({ enum: CUSTOMER_SORTS, default: 'churn_score_desc' })
  @IsIn(CUSTOMER_SORTS)
  sort: CustomerSort = 'churn_score_desc';
}

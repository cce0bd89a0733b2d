import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { toNumber } from './query-values.js';

const { min, max, default: usual } = LIMITS.pageSize;
const LIMIT_RULE = { message: `limit must be a whole number from ${min} to ${max}` };

/** Selects a page of a list. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: min,
    maximum: max,
    default: usual,
    description: `Most entries of the page, ${min} to ${max}`,
  })
  @Transform(toNumber)
  @IsInt(LIMIT_RULE)
  @Min(min, LIMIT_RULE)
  @Max(max, LIMIT_RULE)
  limit: number = usual;

  @ApiPropertyOptional({ description: 'The `next_cursor` of the previous page, unchanged' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

export class PaginationDto {
  @ApiProperty({ type: String, nullable: true, description: 'null on the last page' })
  next_cursor: string | null;

  @ApiProperty()
  has_more: boolean;
}

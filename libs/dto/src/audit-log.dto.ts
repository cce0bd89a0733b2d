import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, type AuditAction, LIMITS } from '#libs/core';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { PaginationDto } from './customer.dto.js';
import { toList, toNumber } from './query-values.js';

class AuditActorDto {
  @ApiProperty({ enum: AUDIT_ACTOR_KINDS })
  kind: (typeof AUDIT_ACTOR_KINDS)[number];

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The user, if it was one' })
  user_id: string | null;
}

class AuditEntryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  @ApiProperty({ type: AuditActorDto })
  actor: AuditActorDto;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.0/24', description: 'Where it was asked for from, never more exactly' })
  network: string | null;

  @ApiProperty({ type: Object, additionalProperties: true, description: 'What it was about, as far as that is no secret' })
  details: Record<string, unknown>;
}

export class AuditLogDto {
  @ApiProperty({ type: [AuditEntryDto], description: 'Newest first' })
  data: AuditEntryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class AuditLogQuery {
  @ApiPropertyOptional({ enum: AUDIT_ACTIONS, isArray: true, description: 'Repeated, or separated by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(AUDIT_ACTIONS, { each: true, message: `action must be one of ${AUDIT_ACTIONS.join(', ')}` })
  action?: AuditAction[];

  @ApiPropertyOptional({ minimum: LIMITS.pageSize.min, maximum: LIMITS.pageSize.max, default: LIMITS.pageSize.default })
  @Transform(toNumber)
  @IsInt({ message: `limit must be a whole number from ${LIMITS.pageSize.min} to ${LIMITS.pageSize.max}` })
  @Min(LIMITS.pageSize.min)
  @Max(LIMITS.pageSize.max)
  limit: number = LIMITS.pageSize.default;

  @ApiPropertyOptional({ description: 'The `next_cursor` of the page before, as it is' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

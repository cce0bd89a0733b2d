import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, type AuditAction } from '#libs/core';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { PaginationDto } from '#libs/dto';
import { toList } from '#libs/dto';
import { PageQuery } from '#libs/dto';

class AuditActorDto {
  @ApiProperty({ enum: AUDIT_ACTOR_KINDS })
  kind: (typeof AUDIT_ACTOR_KINDS)[number];

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The user; null when the actor is not a user' })
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

  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.0/24',
    description: 'The network of the caller, never the full address',
  })
  network: string | null;

  @ApiProperty({ type: Object, additionalProperties: true, description: 'Details of the action, without secrets' })
  details: Record<string, unknown>;
}

export class AuditLogDto {
  @ApiProperty({ type: [AuditEntryDto], description: 'Newest first' })
  data: AuditEntryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class AuditLogQuery extends PageQuery {
  @ApiPropertyOptional({ enum: AUDIT_ACTIONS, isArray: true, description: 'Repeat the parameter, or separate values by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(AUDIT_ACTIONS, { each: true, message: `action must be one of ${AUDIT_ACTIONS.join(', ')}` })
  action?: AuditAction[];
}

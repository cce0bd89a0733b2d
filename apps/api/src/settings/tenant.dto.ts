import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LIMITS } from '#libs/core';
import { TenantDeletionDto, TenantSummaryDto } from '#libs/dto';
import { IsGraceHours } from '#libs/dto';

export class ApiKeySummaryDto {
  @ApiProperty({ example: '8CHARSID', description: 'The first characters after ck_live_' })
  prefix: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'When the key ends; null: never' })
  expires_at: string | null;
}

export class TenantDto extends TenantSummaryDto {
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: [ApiKeySummaryDto], description: 'The valid keys, newest first' })
  api_keys: ApiKeySummaryDto[];

  @ApiProperty({ type: TenantDeletionDto, nullable: true, description: 'Set after an owner or an operator has asked for the deletion' })
  deletion: TenantDeletionDto | null;
}

export class RegenerateApiKeyDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.apiKeyGraceHours.max,
    default: LIMITS.apiKeyGraceHours.default,
    description: 'Hours that the earlier keys stay valid',
  })
  @IsOptional()
  @IsGraceHours(LIMITS.apiKeyGraceHours.max)
  grace_period_hours: number = LIMITS.apiKeyGraceHours.default;
}

export class NewApiKeyDto {
  @ApiProperty({ example: 'ck_live_…', description: 'For the header X-API-Key. Shown only once' })
  api_key: string;

  @ApiProperty({ description: 'The first characters, to recognise the key later' })
  prefix: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    format: 'date-time',
    type: String,
    nullable: true,
    description: 'When the last earlier key ends; null: there was none',
  })
  previous_key_expires_at: string | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { TenantSummaryDto } from '#libs/dto';
import { IfGiven, IsGraceHours } from '#libs/dto';

export class ApiKeySummaryDto {
  @ApiProperty({ example: '8CHARSID', description: 'The first characters after ck_live_' })
  prefix: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'When it ends; null: it does not' })
  expires_at: string | null;
}

export class TenantDto extends TenantSummaryDto {
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: [ApiKeySummaryDto], description: 'The keys that are good now, newest first' })
  api_keys: ApiKeySummaryDto[];
}

export class RegenerateApiKeyDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.apiKeyGraceHours.max,
    default: LIMITS.apiKeyGraceHours.default,
    description: 'How long the keys there are stay good',
  })
  @IfGiven()
  @IsGraceHours(LIMITS.apiKeyGraceHours.max)
  grace_period_hours: number = LIMITS.apiKeyGraceHours.default;
}

export class NewApiKeyDto {
  @ApiProperty({ example: 'ck_live_…', description: 'For the header X-API-Key. Shown this once' })
  api_key: string;

  @ApiProperty({ description: 'To know the key by later' })
  prefix: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    format: 'date-time',
    type: String,
    nullable: true,
    description: 'When the last of the keys before ends; null: there were none',
  })
  previous_key_expires_at: string | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { KEY_SCOPES, type KeyScope, LIMITS } from '#libs/core';
import { IsGraceHours, IsInstant, IsName } from '#libs/dto';
import { IsIn, IsOptional, ValidateIf } from 'class-validator';

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

const NAME = { minLength: 1, maxLength: LIMITS.apiKeyNameLength, example: 'Shop server' } as const;
const SCOPE = {
  enum: KEY_SCOPES,
  description:
    '`ingest`: send events, traits and aliases, with answers that hold nothing else. `import`: send too, and ask for the key of pseudonyms and for the customers of orders, as an import of past orders does. `read`: read customers, scores, analytics and received events. `all`: everything, also recalculate, erase customers and free traits',
} as const;
const EXPIRY = { format: 'date-time', type: String, nullable: true } as const;

export class CreateApiKeyDto {
  @ApiProperty({ ...NAME, description: 'Tells people what uses the key. No two valid keys have the same name' })
  @IsName(LIMITS.apiKeyNameLength)
  name: string;

  @ApiProperty(SCOPE)
  @IsIn(KEY_SCOPES)
  scope: KeyScope;

  @ApiPropertyOptional({ ...EXPIRY, description: 'When the key ends, in the future. null or absent: never' })
  @IsOptional()
  @IsInstant()
  expires_at?: string | null;
}

export class ChangeApiKeyDto {
  @ApiPropertyOptional({ ...NAME, description: 'No two valid keys have the same name' })
  @IsOptional()
  @IsName(LIMITS.apiKeyNameLength)
  name?: string;

  @ApiPropertyOptional({ ...EXPIRY, description: 'When the key ends, in the future; null: never. Not for the main key' })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsInstant()
  expires_at?: string | null;
}

export class ApiKeyDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty(NAME)
  name: string;

  @ApiProperty(SCOPE)
  scope: KeyScope;

  @ApiProperty({ example: '8CHARSID', description: 'The first characters after ck_live_' })
  prefix: string;

  @ApiProperty({ description: 'The key of the registration, or one that replaced it: `POST /tenant/api-key/regenerate` replaces it' })
  is_main: boolean;

  @ApiProperty({ enum: ['valid', 'ended'], description: '`ended`: expired, replaced or revoked within the last 30 days' })
  status: 'valid' | 'ended';

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The member who made the key, who may have been removed since; null: an operator',
  })
  created_by: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ ...EXPIRY, description: 'When a request last used the key, to the minute; null: never' })
  last_used_at: string | null;

  @ApiProperty({ ...EXPIRY, description: 'When the key ends, or when it ended; null: never' })
  expires_at: string | null;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({ example: 'ck_live_…', description: 'For the header X-API-Key. Shown only once' })
  api_key: string;
}

export class ApiKeyListDto {
  @ApiProperty({ type: [ApiKeyDto], description: 'The valid keys, newest first, then those that ended within the last 30 days' })
  data: ApiKeyDto[];

  @ApiProperty({ type: 'integer', example: LIMITS.namedApiKeys, description: 'The most valid keys beside the main key' })
  limit: number;
}

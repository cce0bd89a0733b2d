import { ApiProperty } from '@nestjs/swagger';
import { TenantDeletionDto, TenantSummaryDto } from '#libs/dto';

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

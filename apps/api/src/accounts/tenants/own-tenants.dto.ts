import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsPresented, PRESENTED, TenantSummaryDto } from '#libs/dto';
import { IsOptional, IsUUID } from 'class-validator';
import { RegisterDto } from '../sign-in/sign-in.dto.js';

export class SwitchTenantDto {
  @ApiProperty({ format: 'uuid', description: 'From `tenants` of GET /auth/me' })
  @IsUUID('all', { message: 'tenant_id must be a UUID' })
  tenant_id: string;

  @ApiPropertyOptional({ type: String, nullable: true, ...PRESENTED, description: 'Default: the cookie refresh_token' })
  @IsOptional()
  @IsPresented()
  refresh_token?: string | null;
}

export class OpenTenantDto extends PickType(RegisterDto, ['company_name', 'currency', 'timezone'] as const) {}

export class OpenedTenantDto {
  @ApiProperty({ type: TenantSummaryDto })
  tenant: TenantSummaryDto;

  @ApiProperty({ description: 'For the header X-API-Key. Shown only once' })
  api_key: string;
}

export class JoinTenantDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;
}

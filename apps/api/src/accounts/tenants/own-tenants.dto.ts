import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';
import { IsUUID } from 'class-validator';
import { RefreshDto } from '../sessions/session.dto.js';
import { RegisterDto, RegistrationDto } from '../sign-in/sign-in.dto.js';

export class SwitchTenantDto extends RefreshDto {
  @ApiProperty({ format: 'uuid', description: 'From `tenants` of GET /auth/me' })
  @IsUUID('all', { message: 'tenant_id must be a UUID' })
  tenant_id: string;
}

export class OpenTenantDto extends PickType(RegisterDto, ['company_name', 'currency', 'timezone'] as const) {}

export class OpenedTenantDto extends PickType(RegistrationDto, ['tenant', 'api_key'] as const) {}

export class JoinTenantDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { HasNoLink, IsEmailAddress, IsName, IsNewPassword, IsPresented, NEW_PASSWORD, PRESENTED, TenantSummaryDto } from '#libs/dto';
import { IsBoolean, IsOptional } from 'class-validator';
import { CURRENCY_CODE, IsCurrency, IsTimeZone, ZONE_NAME } from '../../settings/settings-rules.js';
import { LoginReplyDto } from '../sessions/session.dto.js';
import { OwnTenantDto } from '../users/own-tenant.dto.js';
import { UserDto } from '../users/user.dto.js';

/** The settings of a new tenant. Its owners can change all of them. */
export const BEGINNING = { plan: 'starter', currency: 'EUR', timezone: 'UTC' } as const;

export class RegisterDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;

  @ApiProperty(NEW_PASSWORD)
  @IsNewPassword()
  password: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.companyNameLength,
    description: 'Without a link or domain. You can change it after you have verified your e-mail address',
  })
  @IsName(LIMITS.companyNameLength)
  @HasNoLink()
  company_name: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...CURRENCY_CODE,
    example: 'USD',
    default: BEGINNING.currency,
    description: 'ISO 4217, upper case. Sums of money count only orders in this currency. You can change it in the settings',
  })
  @IsOptional()
  @IsCurrency()
  currency?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...ZONE_NAME,
    example: 'Europe/Berlin',
    default: BEGINNING.timezone,
    description: 'Canonical IANA name. The days of the shop begin at its midnight. You can change it in the settings',
  })
  @IsOptional()
  @IsTimeZone()
  timezone?: string | null;
}

export class LoginDto {
  @ApiProperty({ ...PRESENTED, format: 'email' })
  @IsPresented()
  email: string;

  @ApiProperty({ ...PRESENTED, format: 'password', description: 'The password' })
  @IsPresented()
  password: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...PRESENTED,
    description: 'Needed with two-factor authentication: the six digits of the app, or a recovery code',
    example: '123456',
  })
  @IsOptional()
  @IsPresented()
  totp_code?: string | null;
}

export class RegistrationDto extends LoginReplyDto {
  @ApiProperty({ type: TenantSummaryDto })
  tenant: TenantSummaryDto;

  @ApiProperty({ description: 'For the header X-API-Key. Shown only once' })
  api_key: string;
}

export class ChangeMeDto {
  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'Whether you get a mail with the news of the week each Monday' })
  @IsOptional()
  @IsBoolean({ message: 'weekly_mail must be true or false' })
  weekly_mail?: boolean | null;
}

export class MeDto {
  @ApiProperty({
    type: [OwnTenantDto],
    description: 'All tenants that you belong to, by name. POST /auth/switch gives you the tokens of another one',
  })
  tenants: OwnTenantDto[];

  @ApiProperty({ description: 'You get a mail with the news of the week each Monday, once your address is verified' })
  weekly_mail: boolean;

  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ type: TenantSummaryDto })
  tenant: TenantSummaryDto;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS, PASSWORD_RULE, type Role, ROLES } from '#libs/core';
import { IsOptional } from 'class-validator';
import { IsEmailAddress, IsName, IsNewPassword, IsPresented } from './account-rules.js';

const secret = (description: string) => ({ format: 'password', description });

export class RegisterDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;

  @ApiProperty(secret(PASSWORD_RULE))
  @IsNewPassword()
  password: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.companyNameLength })
  @IsName(LIMITS.companyNameLength)
  company_name: string;
}

export class LoginDto {
  @ApiProperty({ format: 'email' })
  @IsPresented()
  email: string;

  @ApiProperty(secret('The password'))
  @IsPresented()
  password: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'With two-factor on: the six digits of the app, or a recovery code',
    example: '123456',
  })
  @IsOptional()
  @IsPresented()
  totp_code?: string | null;
}

export class UserDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({ format: 'uuid' })
  tenant_id: string;

  @ApiProperty()
  two_factor_enabled: boolean;
}

/** Tokens of a session. The cookies `auth_token` and `refresh_token` carry the same. */
class TokensDto {
  @ApiProperty({ description: 'A JWT, for the header Authorization' })
  access_token: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds for which the access token is good' })
  expires_in: number;

  @ApiProperty({ description: 'For POST /auth/refresh, once' })
  refresh_token: string;
}

export class LoginReplyDto extends TokensDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}

export class TenantSummaryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ['starter', 'pro', 'enterprise'] })
  plan: string;

  @ApiProperty({ description: 'ISO 4217', example: 'EUR' })
  currency: string;

  @ApiProperty({ description: 'IANA name', example: 'Europe/Berlin' })
  timezone: string;
}

export class RegistrationDto extends LoginReplyDto {
  @ApiProperty({ type: TenantSummaryDto })
  tenant: TenantSummaryDto;

  @ApiProperty({ description: 'For the header X-API-Key. Shown this once' })
  api_key: string;
}

export class RefreshDto {
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Without it the cookie refresh_token counts' })
  @IsOptional()
  @IsPresented()
  refresh_token?: string | null;
}

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;

  @ApiProperty(secret(PASSWORD_RULE))
  @IsNewPassword()
  password: string;
}

export class MessageDto {
  @ApiProperty({ description: 'What happened, in a sentence' })
  message: string;
}

export class MeDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ type: TenantSummaryDto })
  tenant: TenantSummaryDto;
}

class SessionDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'When its tokens were last renewed' })
  last_used_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: String, nullable: true, description: 'As the browser or program called itself' })
  user_agent: string | null;

  @ApiProperty({ description: 'Whether it is the one that asks' })
  current: boolean;
}

export class SessionListDto {
  @ApiProperty({ type: [SessionDto] })
  data: SessionDto[];
}

export class ChangePasswordDto {
  @ApiProperty(secret('The password until now'))
  @IsPresented()
  current_password: string;

  @ApiProperty(secret(PASSWORD_RULE))
  @IsNewPassword()
  new_password: string;
}

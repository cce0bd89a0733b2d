import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';
import { IsOptional } from 'class-validator';
import { OwnTenantDto } from '../users/own-tenant.dto.js';
import { UserDto } from '../users/user.dto.js';

/** Tokens of a session. The cookies `auth_token` and `refresh_token` carry the same tokens. */
class TokensDto {
  @ApiProperty({ description: 'A JWT for the header Authorization' })
  access_token: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Lifetime of the access token in seconds' })
  expires_in: number;

  @ApiProperty({ description: 'For POST /auth/refresh; it works once' })
  refresh_token: string;
}

export class LoginReplyDto extends TokensDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}

export class SignInReplyDto extends LoginReplyDto {
  @ApiProperty({ type: [OwnTenantDto], description: 'Your tenants by name. The tokens are for the one in `user.tenant_id`' })
  tenants: OwnTenantDto[];
}

export class RefreshDto {
  @ApiPropertyOptional({ type: String, nullable: true, ...PRESENTED, description: 'Default: the cookie refresh_token' })
  @IsOptional()
  @IsPresented()
  refresh_token?: string | null;
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

  @ApiProperty({ type: String, nullable: true, description: 'The User-Agent of the browser or program' })
  user_agent: string | null;

  @ApiProperty({ description: 'Whether this is the session of this request' })
  current: boolean;
}

export class SessionListDto {
  @ApiProperty({ type: [SessionDto] })
  data: SessionDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { KEY_SCOPES, type KeyScope, type Role, ROLES } from '#libs/core';
import { IsIn, IsOptional } from 'class-validator';
import { IsEmailAddress, IsNewPassword, IsPresented, PRESENTED, NEW_PASSWORD } from '#libs/dto';

const roleRule = { message: `role must be one of ${ROLES.join(', ')}` };

export class MemberDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty()
  two_factor_enabled: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class MemberListDto {
  @ApiProperty({ type: [MemberDto], description: 'The member who joined first comes first' })
  data: MemberDto[];
}

export class MadeKeyDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Shop server' })
  name: string;

  @ApiProperty({ example: '8CHARSID', description: 'The first characters after ck_live_' })
  prefix: string;

  @ApiProperty({ enum: KEY_SCOPES })
  scope: KeyScope;

  @ApiProperty({ description: 'The main key: replace it rather than revoke it' })
  is_main: boolean;
}

export class RemovedMemberDto {
  @ApiProperty()
  message: string;

  @ApiProperty({
    type: [MadeKeyDto],
    description: 'API keys that the member made and that still work. The person may know them: revoke those that no program needs',
  })
  api_keys: MadeKeyDto[];
}

export class ChangeMemberDto {
  @ApiProperty({ enum: ROLES })
  @IsIn(ROLES, roleRule)
  role: Role;
}

export class InviteDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;

  @ApiPropertyOptional({ enum: ROLES, default: 'member' })
  @IsOptional()
  @IsIn(ROLES, roleRule)
  role: Role = 'member';
}

export class InvitationDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class InvitationListDto {
  @ApiProperty({ type: [InvitationDto], description: 'Invitations that can still be accepted, newest first' })
  data: InvitationDto[];
}

export class AcceptInvitationDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;

  @ApiProperty(NEW_PASSWORD)
  @IsNewPassword()
  password: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/core';

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

  @ApiProperty({
    description:
      'False until you open the link in our mail. Until then you can neither turn on two-factor authentication nor invite people',
  })
  email_verified: boolean;
}

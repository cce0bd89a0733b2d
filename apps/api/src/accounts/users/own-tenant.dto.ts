import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/core';

/** A tenant of a person. */
export class OwnTenantDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ROLES, description: 'Your role in this tenant' })
  role: Role;
}

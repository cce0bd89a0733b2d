import type { TenantId } from '#libs/core';
import type { User } from '#libs/tenants';
import type { UserDto } from './user.dto.js';

export interface ShownUser extends Pick<User, 'id' | 'email' | 'role'> {
  readonly has_second_factor: boolean;
  readonly is_verified: boolean;
}

export const toUserDto = (tenantId: TenantId, { id, email, role, has_second_factor, is_verified }: ShownUser): UserDto => ({
  id,
  email,
  role,
  tenant_id: tenantId,
  two_factor_enabled: has_second_factor,
  email_verified: is_verified,
});

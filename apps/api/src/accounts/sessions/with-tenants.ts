import type { OwnTenant } from '../users/people.js';
import type { LoginReplyDto, SignInReplyDto } from './session.dto.js';

/** Adds the tenants of the person to the answer to a sign-in. */
export const withTenants = (
  { access_token, token_type, expires_in, refresh_token, user }: LoginReplyDto,
  tenants: OwnTenant[],
): SignInReplyDto => ({ access_token, token_type, expires_in, refresh_token, user, tenants });

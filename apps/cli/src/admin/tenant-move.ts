import { type MovedTenant, moveTenant } from '#libs/tenants';
import { required, secretBoxOfProcesses, secretBoxOfTarget, withDatabase } from './admin-session.js';
import { findTenant } from './tenants.js';

/**
 * Moves a tenant to the installation that TARGET_DATABASE_URL and TARGET_SECRETS_KEY name.
 * @param options.cancel true: lets the tenant go on here after an interrupted move
 */
export async function moveToTarget(nameOrId: string, options: { readonly cancel: boolean }): Promise<MovedTenant> {
  const source = { url: required('DATABASE_URL', 'the URL of the role that "admin migrate" creates'), box: secretBoxOfProcesses() };
  const targetUrl = required('TARGET_DATABASE_URL', 'DATABASE_URL of the installation that the tenant moves to');
  const target = { url: targetUrl, box: secretBoxOfTarget() };
  return moveTenant(await withDatabase((database) => findTenant(database, nameOrId)), source, target, options);
}

import { answerOf, api } from './client';
import { forgetFirstKey } from './first-key';
import { noteTenant } from './session';

/** Switches to another shop of the user, and opens its overview. The page is loaded again, so nothing of the former shop stays. */
export async function switchTenant(id: string, { keepsKey = false } = {}): Promise<void> {
  await answerOf(api.POST('/auth/switch', { body: { tenant_id: id } }));
  if (!keepsKey) forgetFirstKey();
  noteTenant(id);
  location.assign('/');
}

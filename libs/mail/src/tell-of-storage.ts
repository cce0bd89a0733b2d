import { DAY_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { noteStorageMail, readStorageUse, type SecretBox } from '#libs/tenants';
import { storageMail } from './compose-mail.js';
import { queueMailToOwners } from './queue-mail.sql.js';

/** Queues a mail to the owners when most of their quota of stored bytes is used up. @returns false when there is nothing to tell, or they know it */
export async function tellOfStorage(db: TenantDb, box: SecretBox, now: Date): Promise<boolean> {
  const use = await readStorageUse(db, now);
  if (!(await noteStorageMail(db, use, now))) return false;
  await queueMailToOwners(db, box, (to) => storageMail(to, use), { now, lifetimeMs: DAY_MS });
  return true;
}

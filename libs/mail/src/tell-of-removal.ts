import { DAY_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { SecretBox } from '#libs/tenants';
import { storefrontRemovedMail } from './compose-mail.js';
import { queueNoticeToOwners } from './queue-notice.sql.js';

/** The platform may ask for the erasure of the shop two days after the removal, but an owner should know of it later too. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

/** Queues a mail to the owners after the app was removed from their shop: no new orders come in, and nothing else shows it. */
export const tellOfRemoval = (
  db: TenantDb,
  box: SecretBox,
  { shop, link }: { readonly shop: string; readonly link: string },
  now: Date,
): Promise<void> =>
  queueNoticeToOwners(
    db,
    box,
    { kind: 'shop_access_ended', compose: (to) => storefrontRemovedMail(to, shop, link) },
    { now, lifetimeMs: MAIL_LIFETIME_MS },
  );

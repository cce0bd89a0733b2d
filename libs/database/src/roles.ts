/** The role both processes connect as. It owns nothing, inherits nothing, and sees only the rows of the tenant that is set. */
export const APP_ROLE = 'churn_app';

/** Taken on within a transaction for work across tenants: may read which tenants have something to do, and no more. */
export const SYSTEM_ROLE = 'churn_system';

/**
 * Sees all rows of all tenants and changes none. It has no login. The role that owns the database is a member, so that it can dump without
 * BYPASSRLS, which many providers do not grant.
 */
export const BACKUP_ROLE = 'churn_backup';

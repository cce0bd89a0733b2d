/** The role both processes connect as. It owns nothing, inherits nothing, and sees only the rows of the tenant that is set. */
export const APP_ROLE = 'churn_app';

/** Taken on within a transaction for work across tenants: may read which tenants have something to do, and no more. */
export const SYSTEM_ROLE = 'churn_system';

/** What somebody may do for a tenant: an owner everything, a member everything but keys, money and people. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

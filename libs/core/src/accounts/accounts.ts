/** The roles of a person. An owner may do everything; a member everything except keys, billing and people. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

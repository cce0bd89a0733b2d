/**
 * The roles of a person, the highest first. Each may do what the next one may, and more: a viewer reads, a member works with customers
 * and campaigns, an admin also changes settings and webhooks and erases customers, an owner everything.
 */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);

/** Returns the roles with all rights of this one, the lowest first. */
export const rolesFrom = (least: Role): Role[] => ROLES.filter((role) => isAtLeast(role, least)).toReversed();

/** The purposes of links in mails to a user. A link for one purpose does not work for another. */
export type MailedLinkPurpose = 'reset_password' | 'verify_email' | 'unlock_two_factor' | 'stop_weekly_mail';

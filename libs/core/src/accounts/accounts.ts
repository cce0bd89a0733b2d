/** The roles of a person. An owner may do everything; a member everything except keys, billing and people. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The purposes of links in mails to a user. A link for one purpose does not work for another. */
export type MailedLinkPurpose = 'reset_password' | 'verify_email' | 'unlock_two_factor';

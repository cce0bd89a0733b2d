/** Says who may register: everyone, people with an invitation, or no one. Invitations and operators create accounts in all three cases. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

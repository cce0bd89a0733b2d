/** Says who may register: anybody, people with an invitation, or nobody. Invitations and operators create accounts in all three cases. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

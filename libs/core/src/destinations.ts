/** The kinds of places outside that a tenant may want scores in. `webhook`: the tenant's own server. */
export const DESTINATION_KINDS = ['webhook'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

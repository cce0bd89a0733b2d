/** The operations that an API key may be used for. */
export const KEY_SCOPES = ['ingest', 'read', 'all'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope that an operation needs. `any`: every key may use it. */
export type NeededScope = KeyScope | 'any';

export const isScopeFor = (scope: KeyScope, needed: NeededScope): boolean => needed === 'any' || scope === 'all' || scope === needed;

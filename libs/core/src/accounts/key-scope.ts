/**
 * The operations that an API key may be used for. `ingest` only sends: its answers hold nothing that the caller did not send. `import` sends too,
 * and asks for what an import of past orders needs, with which its holder can tell whether a person is a customer.
 */
export const KEY_SCOPES = ['ingest', 'import', 'read', 'all'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope that an operation needs. `any`: every key may use it. */
export type NeededScope = KeyScope | 'any';

/** Returns the scopes of keys that may use an operation. */
export const scopesFor = (needed: NeededScope): readonly KeyScope[] => KEY_SCOPES.filter((scope) => isScopeFor(scope, needed));

export const isScopeFor = (scope: KeyScope, needed: NeededScope): boolean =>
  needed === 'any' || scope === 'all' || scope === needed || (scope === 'import' && needed === 'ingest');

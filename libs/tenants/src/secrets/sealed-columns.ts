import type { TenantId } from '#libs/core';

/**
 * A table with secrets that are sealed by `SecretBox`. Its rows have `tenant_id` and `id`, and in `key_id` the name of the key that
 * opens them.
 */
export interface SealedColumn {
  readonly table: string;
  /** The column with the sealed bytes; null where a row has no secret. */
  readonly ciphertext: string;
  readonly keyId: string;
}

/**
 * Every column with sealed secrets. A secret that does not stand here is lost when its key is taken away after `admin keys rotate`;
 * a test compares this with the schema.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_secrets', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'destinations', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'totp_secrets', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'mails', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'storefront_secrets', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'storefront_states', ciphertext: 'ciphertext', keyId: 'key_id' },
  { table: 'pseudonym_keys', ciphertext: 'ciphertext', keyId: 'key_id' },
];

/** Returns the place that a secret of `SEALED_COLUMNS` is bound to. Moved to another row or tenant, the secret cannot be opened. */
export const sealedPlace = (table: string, tenantId: TenantId, rowId: string): string => `${table}/${tenantId}/${rowId}`;

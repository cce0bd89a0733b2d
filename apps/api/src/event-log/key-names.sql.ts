import type { TenantDb } from '#libs/database';

export interface KeyNameRow {
  readonly number: number;
  readonly prefix: string;
  readonly name: string;
}

// Needs the primary key of api_keys: a tenant has few keys.
const KEY_NAMES = 'SELECT number, prefix, name FROM api_keys WHERE tenant_id = $1';

/** Lists the API keys that events of the log may have come by, also those that have ended since. */
export const listKeyNames = (db: TenantDb): Promise<KeyNameRow[]> => db.query<KeyNameRow>(KEY_NAMES);

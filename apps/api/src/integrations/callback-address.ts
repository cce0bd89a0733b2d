import type { Config } from '#libs/config';

/** Returns the address to which platforms send people back. */
export const CALLBACK_PATH = '/integrations/storefront/callback';

/** Returns the public URL of a path of this API, for platforms and browsers. */
export const publicUrlOf = ({ api }: Pick<Config, 'api'>, path: string): string => `${api.publicUrl}/api/v1${path}`;

import type { Config } from '#libs/config';

/** Where platforms lead people back to. */
export const CALLBACK_PATH = '/integrations/storefront/callback';

/** A path of this API as platforms and their people reach it. */
export const publicUrlOf = ({ api }: Pick<Config, 'api'>, path: string): string => `${api.publicUrl}/api/v1${path}`;

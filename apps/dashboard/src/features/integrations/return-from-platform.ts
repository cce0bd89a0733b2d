/** How it went at the platform, as the address says to which the service leads people back. */
export interface Return {
  readonly storefront?: 'connected' | 'error' | undefined;
  readonly reason?: string | undefined;
}

const REASON = /^[a-z_]{1,40}$/;

export function readReturn({ storefront, reason }: Record<string, unknown>): Return {
  return {
    storefront: storefront === 'connected' || storefront === 'error' ? storefront : undefined,
    reason: typeof reason === 'string' && REASON.test(reason) ? reason : undefined,
  };
}

import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { isAway, isSignedOut } from '../api/problem';
import { meQuery } from '../api/queries';
import { CrashPage, NotFoundPage } from './crash-page';
import { Shell, ShellWhileAway } from './shell';

export interface RouterContext {
  readonly queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** The parent route of every page behind the sign-in. It sends a visitor to the sign-in first, and back to the page afterwards. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: ({ error }) => (isAway(error) ? <ShellWhileAway error={error} /> : <CrashPage error={error} />),
  beforeLoad: async ({ context, location }) => {
    await context.queries.ensureQueryData(meQuery).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      // The overview needs no `next`: the sign-in leads there anyway.
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    });
  },
});

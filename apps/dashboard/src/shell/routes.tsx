import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/problem';
import { meQuery } from '../api/queries';
import { NotFoundPage } from './crash-page';
import { Shell } from './shell';

export interface RouterContext {
  readonly queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** Parent of every page behind the sign-in: who has not signed in does so first, and comes back to where they wanted to go. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    await context.queries.ensureQueryData(meQuery).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      // The way back is needed only to somewhere in particular.
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    });
  },
});

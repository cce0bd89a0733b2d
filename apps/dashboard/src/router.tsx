import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { backtestRoutes } from './features/backtest/routes';
import { billingRoutes } from './features/billing/routes';
import { campaignsRoutes } from './features/campaigns/routes';
import { customersRoutes } from './features/customers/routes';
import { destinationsRoutes } from './features/destinations/routes';
import { developersRoutes } from './features/developers/routes';
import { integrationsRoutes } from './features/integrations/routes';
import { overviewRoutes } from './features/overview/routes';
import { productsRoutes } from './features/products/routes';
import { securityRoutes } from './features/security/routes';
import { settingsRoutes } from './features/settings/routes';
import { signInRoutes } from './features/sign-in/routes';
import { teamRoutes } from './features/team/routes';
import { uploadRoutes } from './features/upload/routes';
import { webhooksRoutes } from './features/webhooks/routes';
import { CrashPage } from './shell/crash-page';
import { LoadingPage } from './shell/loading-page';
import { rootRoute, shellRoute } from './shell/routes';

/** Every page, with one line for each feature. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  shellRoute.addChildren([
    // One line each.
    ...overviewRoutes,
    ...backtestRoutes,
    ...customersRoutes,
    ...productsRoutes,
    ...campaignsRoutes,
    ...integrationsRoutes,
    ...uploadRoutes,
    ...webhooksRoutes,
    ...destinationsRoutes,
    ...developersRoutes,
    ...settingsRoutes,
    ...teamRoutes,
    ...securityRoutes,
    ...billingRoutes,
  ]),
]);

/** @param queries the cache for the data that pages load before they show. */
export const newRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // The query cache decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}

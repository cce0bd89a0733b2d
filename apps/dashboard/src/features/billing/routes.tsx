import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const billingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/billing',
  component: lazyRouteComponent(() => import('./billing-page'), 'BillingPage'),
});

export const billingRoutes = [billingRoute];

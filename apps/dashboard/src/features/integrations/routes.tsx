import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readReturn } from './return-from-platform';

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  validateSearch: readReturn,
  component: lazyRouteComponent(() => import('./integrations-page'), 'IntegrationsPage'),
});

export const integrationsRoutes = [integrationsRoute];

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const developersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers',
  component: lazyRouteComponent(() => import('./developers-page'), 'DevelopersPage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/events',
  component: lazyRouteComponent(() => import('./events-page'), 'EventsPage'),
});

export const developersRoutes = [developersRoute, eventsRoute];

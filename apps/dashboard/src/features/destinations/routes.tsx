import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const destinationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/destinations',
  component: lazyRouteComponent(() => import('./destinations-page'), 'DestinationsPage'),
});

export const destinationsRoutes = [destinationsRoute];

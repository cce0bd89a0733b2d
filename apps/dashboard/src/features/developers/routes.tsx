import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const developersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers',
  component: lazyRouteComponent(() => import('./developers-page'), 'DevelopersPage'),
});

export const developersRoutes = [developersRoute];

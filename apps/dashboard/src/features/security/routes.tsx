import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const securityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./security-page'), 'SecurityPage'),
});

export const securityRoutes = [securityRoute];

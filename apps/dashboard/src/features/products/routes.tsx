import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  component: lazyRouteComponent(() => import('./products-page'), 'ProductsPage'),
});

export const productsRoutes = [productsRoute];

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readListSearch } from '../../shared/customer-list/list-search';

const customersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./customers-page'), 'CustomersPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$externalId',
  component: lazyRouteComponent(() => import('./customer-page'), 'CustomerPage'),
});

export const customersRoutes = [customersRoute, customerRoute];

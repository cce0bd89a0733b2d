import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readWebhooksSearch } from './search';

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyRouteComponent(() => import('./webhooks-page'), 'WebhooksPage'),
});

export const webhooksRoutes = [webhooksRoute];

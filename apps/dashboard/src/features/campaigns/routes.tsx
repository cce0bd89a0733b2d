import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns',
  component: lazyRouteComponent(() => import('./campaigns-page'), 'CampaignsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('./editor/campaign-editor-pages'), 'NewCampaignPage'),
});

const oneRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/$id',
  component: lazyRouteComponent(() => import('./campaign-page'), 'CampaignPage'),
});

const editRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/$id/edit',
  component: lazyRouteComponent(() => import('./editor/campaign-editor-pages'), 'EditCampaignPage'),
});

export const campaignsRoutes = [listRoute, newRoute, oneRoute, editRoute];

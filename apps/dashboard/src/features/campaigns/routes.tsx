import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LIFECYCLES, type Lifecycle } from '../../api/lifecycle';
import { shellRoute } from '../../shell/routes';

interface NewCampaignSearch {
  readonly audience?: Lifecycle | undefined;
  /** The id of the segment that is the audience. */
  readonly segment?: string | undefined;
}

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns',
  component: lazyRouteComponent(() => import('./campaigns-page'), 'CampaignsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/new',
  validateSearch: ({ audience, segment }: Record<string, unknown>): NewCampaignSearch => ({
    audience: LIFECYCLES.find((lifecycle) => lifecycle === audience),
    segment: typeof segment === 'string' ? segment : undefined,
  }),
  component: lazyRouteComponent(() => import('./editor/campaign-editor-pages'), 'NewCampaignPage'),
});

const overallRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/results',
  component: lazyRouteComponent(() => import('./results/overall-page'), 'OverallPage'),
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

export const campaignsRoutes = [listRoute, newRoute, overallRoute, oneRoute, editRoute];

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { PERIODS, type Period } from './queries';

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ period }: Record<string, unknown>): { readonly period?: Period | undefined } => ({
    period: PERIODS.find((known) => known === period),
  }),
  component: lazyRouteComponent(() => import('./overview-page'), 'OverviewPage'),
});

export const overviewRoutes = [overviewRoute];

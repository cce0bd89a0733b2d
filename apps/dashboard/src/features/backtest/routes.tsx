import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const backtestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/backtest',
  component: lazyRouteComponent(() => import('./backtest-page'), 'BacktestPage'),
});

export const backtestRoutes = [backtestRoute];

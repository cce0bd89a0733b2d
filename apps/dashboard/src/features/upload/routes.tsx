import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

const uploadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/upload',
  component: lazyRouteComponent(() => import('./upload-page'), 'UploadPage'),
});

export const uploadRoutes = [uploadRoute];

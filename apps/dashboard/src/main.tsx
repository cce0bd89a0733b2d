import '@fontsource-variable/inter';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { meQuery } from './api/queries';
import { newQueryClient } from './api/query-client';
import { followSwitches, forgetSession } from './api/session';
import { Toasts } from './components/ui/toasts';
import { TooltipProvider } from './components/ui/tooltip';
import { isSignInPage } from './features/sign-in/routes';
import { newRouter } from './router';

const queries = newQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (isSignInPage(pathname)) return;
  forgetSession();
  void router.navigate({ to: '/login', search: { next: href } }).then(() => queries.clear());
});
const router = newRouter(queries);
followSwitches((tenantId) => {
  const shown = queries.getQueryData(meQuery.queryKey)?.tenant.id;
  // A page with a mailed link must not lose it.
  return shown === undefined ? isSignInPage(router.state.location.pathname) : shown === tenantId;
});

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <TooltipProvider delayDuration={300}>
        <RouterProvider router={router} />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);

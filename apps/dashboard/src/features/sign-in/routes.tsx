import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes';

/** Where somebody goes after signing in; and what to say there first. */
interface LoginSearch {
  readonly next?: string | undefined;
  readonly reset?: true | undefined;
}

/** Only to pages of ours: whoever wrote the link must not choose another site. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // Every key is named: what is left out here, the router takes from the address as it is.
  validateSearch: ({ next, reset }: Record<string, unknown>): LoginSearch => ({
    next: isOwnPath(next) ? next : undefined,
    reset: reset === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('./login-page'), 'LoginPage'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: ({ next }: Record<string, unknown>): Pick<LoginSearch, 'next'> => ({ next: isOwnPath(next) ? next : undefined }),
  component: lazyRouteComponent(() => import('./register-page'), 'RegisterPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-page'), 'ForgotPasswordPage'),
});

/** The mails link here (apps/api/src/mail/outgoing-mail.ts). */
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./reset-password-page'), 'ResetPasswordPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./accept-invitation-page'), 'AcceptInvitationPage'),
});

export const signInRoutes = [loginRoute, registerRoute, forgotRoute, resetRoute, invitationRoute];

const PATHS = new Set(['/login', '/register', '/forgot-password', '/reset-password', '/accept-invitation']);

/** Pages on which nobody has to have signed in. */
export const isSignInPage = (path: string): boolean => PATHS.has(path);

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes';

/** The page to open after the sign-in, and the message to show on the sign-in page. */
interface LoginSearch {
  readonly next?: string | undefined;
  readonly reset?: true | undefined;
}

/** Allows only our own pages: the author of a link must not send the user to another site. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // Sets every key: the router takes a missing key unchecked from the URL.
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

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./verify-email-page'), 'VerifyEmailPage'),
});

const unlockRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unlock-two-factor',
  component: lazyRouteComponent(() => import('./mailed-link-page'), 'UnlockTwoFactorPage'),
});

/** The mails of the week link here (libs/digest/src/readers.ts). */
const stopMailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stop-weekly-mail',
  component: lazyRouteComponent(() => import('./mailed-link-page'), 'StopWeeklyMailPage'),
});

export const signInRoutes = [loginRoute, registerRoute, forgotRoute, resetRoute, invitationRoute, verifyRoute, unlockRoute, stopMailRoute];

const PATHS = new Set([
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/verify-email',
  '/unlock-two-factor',
  '/stop-weekly-mail',
]);

/** Returns whether a page needs no sign-in. */
export const isSignInPage = (path: string): boolean => PATHS.has(path);

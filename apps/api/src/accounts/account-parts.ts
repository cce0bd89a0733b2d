import type { Provider } from '@nestjs/common';
import type { Config } from '#libs/config';
import { AccountSettings, Passwords, StrictRate } from '#libs/guards';
import type { Log } from '#libs/observability';
import { Afterwards } from '../http/afterwards.js';
import { MailTransport } from '../mail/mail.js';
import { DashboardLinks, OutgoingMail } from '../mail/outgoing-mail.js';
import { SendMails } from '../mail/send-mails.js';
import { LogTransport, SmtpTransport } from '../mail/transports.js';
import { Attempts } from './attempts.js';
import { AcceptInvitationController } from './members/accept-invitation.controller.js';
import { AcceptInvitation } from './members/accept-invitation.js';
import { InvitationsController } from './members/invitations.controller.js';
import { Invite } from './members/invite.js';
import { MembersController } from './members/members.controller.js';
import { Members } from './members/members.js';
import { ChangePasswordController } from './passwords/change-password.controller.js';
import { ChangePassword } from './passwords/change-password.js';
import { ForgotPassword } from './passwords/forgot-password.js';
import { ResetPasswordController } from './passwords/reset-password.controller.js';
import { ResetPassword } from './passwords/reset-password.js';
import { BeginSession } from './sessions/begin-session.js';
import { ListSessionsController } from './sessions/list-sessions.controller.js';
import { LogOutController } from './sessions/log-out.controller.js';
import { LogOut } from './sessions/log-out.js';
import { OwnSessions } from './sessions/own-sessions.js';
import { RefreshController } from './sessions/refresh.controller.js';
import { Refresh } from './sessions/refresh.js';
import { GetMeController } from './sign-in/get-me.controller.js';
import { GetMe } from './sign-in/get-me.js';
import { FailedLogins } from './sign-in/failed-logins.js';
import { FindLogin } from './sign-in/find-login.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { SignIn } from './sign-in/sign-in.js';
import { LoginController } from './sign-in/login.controller.js';
import { Login } from './sign-in/login.js';
import { RegisterController } from './sign-in/register.controller.js';
import { Register } from './sign-in/register.js';
import { SecondFactor } from './two-factor/second-factor.js';
import { SetUpTwoFactor } from './two-factor/set-up-two-factor.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';

/** What the module is told of people who sign in. */
export const ACCOUNT_CONTROLLERS = [
  RegisterController,
  LoginController,
  RefreshController,
  LogOutController,
  GetMeController,
  ListSessionsController,
  ChangePasswordController,
  ResetPasswordController,
  TwoFactorController,
  InvitationsController,
  AcceptInvitationController,
  MembersController,
];
export const ACCOUNT_PROVIDERS = [
  Afterwards,
  BeginSession,
  Register,
  Attempts,
  KnownDevices,
  FindLogin,
  SignIn,
  FailedLogins,
  Login,
  Refresh,
  LogOut,
  GetMe,
  OwnSessions,
  ChangePassword,
  ForgotPassword,
  ResetPassword,
  SendMails,
  OutgoingMail,
  SecondFactor,
  SetUpTwoFactor,
  Invite,
  AcceptInvitation,
  Members,
];

/** Those that need the configuration. */
export const configuredAccountProviders = ({ auth, rateLimit, mail, dashboardUrl }: Config, log: Log): Provider[] => [
  { provide: AccountSettings, useValue: new AccountSettings(auth.jwtSecret, auth.allowedOrigins) },
  { provide: StrictRate, useValue: new StrictRate(rateLimit.strict) },
  { provide: Passwords, useValue: new Passwords(auth.passwordCost) },
  { provide: DashboardLinks, useValue: new DashboardLinks(dashboardUrl) },
  { provide: MailTransport, useValue: mail.smtpUrl === null ? new LogTransport(log) : new SmtpTransport(mail.smtpUrl, mail.from) },
];

import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { Passwords } from '#libs/credentials';
import { Afterwards } from '../http/afterwards.js';
import { MailModule } from '../mail/mail.module.js';
import { Attempts } from './attempts/attempts.js';
import { ConfirmPerson } from './confirmation/confirm-person.js';
import { ProveAgainController } from './confirmation/prove-again.controller.js';
import { ProveAgain } from './confirmation/prove-again.js';
import { AcceptInvitationController } from './members/accept-invitation.controller.js';
import { AcceptInvitation } from './members/accept-invitation.js';
import { InvitationsController } from './members/invitations.controller.js';
import { Invite } from './members/invite.js';
import { MembersController } from './members/members.controller.js';
import { Members } from './members/members.js';
import { ChangePasswordController } from './passwords/change-password.controller.js';
import { ChangePassword } from './passwords/change-password.js';
import { ForgetAfterReset } from './passwords/forget-after-reset.js';
import { ForgotPassword } from './passwords/forgot-password.js';
import { NewPasswords } from './users/new-passwords.js';
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
import { FindLogin } from './users/find-login.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { SignIn } from './sign-in/sign-in.js';
import { LoginController } from './sign-in/login.controller.js';
import { Login } from './sign-in/login.js';
import { RegisterController } from './sign-in/register.controller.js';
import { Register } from './sign-in/register.js';
import { RegistrationLimit } from './sign-in/registration-limit.js';
import { KnownAddress } from './sign-in/known-address.js';
import { SignInSessions } from './sessions/sign-in-sessions.js';
import { JoinTenant } from './tenants/join-tenant.js';
import { OpenTenant } from './tenants/open-tenant.js';
import { OwnTenantsController } from './tenants/own-tenants.controller.js';
import { SwitchTenantController } from './tenants/switch-tenant.controller.js';
import { SwitchTenant } from './tenants/switch-tenant.js';
import { SwitchTokens } from './tenants/switch-tokens.js';
import { People } from './users/people.js';
import { RecordElsewhere } from './users/record-elsewhere.js';
import { SecondFactor } from './two-factor/second-factor.js';
import { SetUpTwoFactor } from './two-factor/set-up-two-factor.js';
import { SwitchTwoFactorController } from './two-factor/switch-two-factor.controller.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { UnlockSecondFactorController } from './two-factor/unlock-second-factor.controller.js';
import { UnlockSecondFactor } from './two-factor/unlock-second-factor.js';
import { SendVerificationController } from './verification/send-verification.controller.js';
import { VerifyEmailController } from './verification/verify-email.controller.js';
import { VerifyEmail } from './verification/verify-email.js';
import { StopWeeklyMailController } from './weekly-mail/stop-weekly-mail.controller.js';
import { StopWeeklyMail } from './weekly-mail/stop-weekly-mail.js';

@Module({
  imports: [MailModule],
  controllers: [
    RegisterController,
    LoginController,
    RefreshController,
    LogOutController,
    GetMeController,
    ListSessionsController,
    ProveAgainController,
    ChangePasswordController,
    ResetPasswordController,
    VerifyEmailController,
    SendVerificationController,
    TwoFactorController,
    SwitchTwoFactorController,
    UnlockSecondFactorController,
    StopWeeklyMailController,
    InvitationsController,
    AcceptInvitationController,
    MembersController,
    SwitchTenantController,
    OwnTenantsController,
  ],
  providers: [
    Afterwards,
    BeginSession,
    Register,
    RegistrationLimit,
    Attempts,
    KnownDevices,
    FindLogin,
    People,
    RecordElsewhere,
    KnownAddress,
    SignInSessions,
    SwitchTokens,
    SwitchTenant,
    OpenTenant,
    JoinTenant,
    SignIn,
    FailedLogins,
    Login,
    Refresh,
    LogOut,
    GetMe,
    OwnSessions,
    ChangePassword,
    ForgotPassword,
    NewPasswords,
    ResetPassword,
    ForgetAfterReset,
    VerifyEmail,
    SecondFactor,
    UnlockSecondFactor,
    StopWeeklyMail,
    SetUpTwoFactor,
    Invite,
    AcceptInvitation,
    Members,
    ConfirmPerson,
    ProveAgain,
    { provide: Passwords, inject: [Config], useFactory: ({ auth }: Config) => new Passwords(auth.passwordCost) },
  ],
  exports: [ConfirmPerson],
})
export class AccountsModule {}

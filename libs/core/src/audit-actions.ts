/** What the audit log tells of: `<subject>.<past verb>`. Only added to; entries outlive the code that wrote them. */
export const AUDIT_ACTIONS = [
  'tenant.created',
  'user.registered',
  'user.logged_in',
  'user.login_failed',
  'user.logged_out',
  'user.password_changed',
  'user.password_reset',
  'user.two_factor_enabled',
  'user.two_factor_disabled',
  'session.revoked',
  'session.refresh_reused',
  'member.invited',
  'member.invitation_revoked',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.regenerated',
  'api_key.revoked',
  'settings.changed',
  'webhook.changed',
  'webhook.disabled',
  'webhook.replayed',
  'webhook.recovered',
  'webhook_secret.created',
  'plan.changed',
  'customer.erasure_requested',
  'customer.data_requested',
  'campaign.created',
  'campaign.changed',
  'campaign.archived',
  'campaign.deleted',
  'campaign.sent',
  'storefront.connected',
  'storefront.disconnected',
  'storefront.reauthorize_needed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it. `admin`: an operator with the command line. `system`: the service by itself. */
export const AUDIT_ACTOR_KINDS = ['user', 'api_key', 'admin', 'system'] as const;

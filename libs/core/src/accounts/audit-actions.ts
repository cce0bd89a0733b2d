/** The actions in the audit log: `<subject>.<past verb>`. Never remove one: entries outlive the code that wrote them. */
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

/** The actor of an entry. `admin`: an operator on the command line. `system`: the service itself. */
export const AUDIT_ACTOR_KINDS = ['user', 'api_key', 'admin', 'system'] as const;

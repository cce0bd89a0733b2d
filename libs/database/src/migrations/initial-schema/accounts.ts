import type { SchemaSubject } from './schema-subject.js';

const TENANTS = `
CREATE TABLE tenants (
  id                    uuid PRIMARY KEY,
  name                  text NOT NULL,
  plan                  text NOT NULL,
  -- A larger plan that an owner has asked for. An operator confirms it.
  requested_plan        text,
  currency              text NOT NULL,
  -- Sums of money before are in another currency, or over another horizon. NULL: they never were.
  money_since           timestamptz,
  timezone              text NOT NULL DEFAULT 'UTC',
  horizon_days          int,
  label_thresholds      jsonb,
  -- Months that events and orders are kept; NULL: for good.
  retention_months      int CHECK (retention_months BETWEEN 13 AND 120),
  -- The start of a local month. Ingest refuses events before it. It only moves forward. NULL: the retention has removed nothing.
  retained_from         timestamptz,
  -- When it was set, by the clock of the processes. The removal begins later, when every process knows the value.
  removal_decided_at    timestamptz,
  -- The removal is done with customers up to this id; NULL: with all.
  removal_after_id      uuid,
  -- NULL: the limit of the plan.
  rate_limit_per_minute int CHECK (rate_limit_per_minute > 0),
  -- platform:shop of the first storefront that sent something. Its ids stand as they are; those of all others carry the shop. Never changes.
  first_shop            text,
  -- The percentage of all customers that campaigns never contact, and the secret that chooses them with their ids. The secret never changes.
  control_percent       smallint NOT NULL DEFAULT 5 CHECK (control_percent BETWEEN 0 AND 50),
  -- In the currency of the shop.
  contact_cost          numeric(18,2) NOT NULL DEFAULT 0 CHECK (contact_cost >= 0),
  -- The page of a customer in the merchant's own system, with {id}.
  customer_url          text CHECK (length(customer_url) <= 500),
  -- Names of fields in data that are stored in addition to those that are always stored.
  allowed_data_fields   text[] NOT NULL DEFAULT '{}',
  -- The UTC day of the last mail that the quota of stored bytes is nearly used up.
  quota_mailed_on       date,
  -- When an operator suspended the tenant; NULL: it works.
  suspended_at          timestamptz,
  control_key           bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()),
  created_at            timestamptz NOT NULL DEFAULT now(),
  -- Eight o'clock of the next Monday, at first in UTC.
  next_digest_at        timestamptz NOT NULL DEFAULT ((date_trunc('week', now() AT TIME ZONE 'UTC') + interval '7 days 8 hours') AT TIME ZONE 'UTC')
);
CREATE INDEX tenants_by_digest ON tenants (next_digest_at);
CREATE INDEX tenants_to_remove_from ON tenants (removal_decided_at) WHERE removal_after_id IS NOT NULL;
CREATE INDEX tenants_suspended ON tenants (id) WHERE suspended_at IS NOT NULL;

CREATE TABLE api_keys (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id           uuid NOT NULL,
  key_hash     bytea NOT NULL,
  prefix       text NOT NULL,
  name         text NOT NULL,
  scope        text NOT NULL CHECK (scope IN ('ingest', 'import', 'read', 'all')),
  -- The key of the registration and those that replaced it. The others have names that people gave them.
  is_main      boolean NOT NULL,
  -- Events name their key by this number. It is given again only when no event of the log names it any more.
  number       int NOT NULL CHECK (number > 0),
  -- NULL: an operator. No foreign key: a key outlives the account that made it.
  created_by   uuid,
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- To the minute.
  last_used_at timestamptz,
  expires_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, number)
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);`;

const USERS = `
CREATE TABLE users (
  tenant_id       uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  email           text NOT NULL,
  -- NULL: the person signs in with the password that another of their tenants has (memberships).
  password_hash   text,
  -- Browsers that signed in before this time count as unknown.
  password_set_at timestamptz NOT NULL,
  role            text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at      timestamptz NOT NULL,
  -- NULL until the person has opened a link in a mail to the address, or an operator has vouched for it.
  verified_at     timestamptz,
  -- Gets a mail with the news of the week each Monday.
  weekly_mail     boolean NOT NULL DEFAULT true,
  PRIMARY KEY (tenant_id, id)
);

-- An e-mail address has one account over all tenants: password and second factor are in the tenant that this directory names. It alone is
-- keyed without the tenant, and holds hashes only.
-- A tenant sees its own entries; of another tenant's entry it learns only that it cannot be made twice.
CREATE TABLE login_names (
  email_hash bytea PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  user_id    uuid NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX login_names_by_user ON login_names (tenant_id, user_id);

-- The users without a password of their own, by the hash of their address: the other tenants of a person.
CREATE TABLE memberships (
  tenant_id  uuid NOT NULL,
  user_id    uuid NOT NULL,
  email_hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  UNIQUE (tenant_id, email_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX memberships_by_hash ON memberships (email_hash);

CREATE TABLE sessions (
  tenant_id    uuid NOT NULL,
  id           uuid NOT NULL,
  user_id      uuid NOT NULL,
  -- The number of the newest refresh token. Nothing else of the token is stored.
  generation   int NOT NULL DEFAULT 1,
  refreshed_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  -- When the person last gave the password, and the code of the second factor where one is on.
  proven_at    timestamptz NOT NULL,
  user_agent   text,
  -- For a user without a password: the session in the tenant that has it. This session ends with that one.
  sign_in_id   uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id);

-- The second factor of a user. Its id is the id of the user.
CREATE TABLE totp_secrets (
  tenant_id    uuid NOT NULL,
  id           uuid NOT NULL,
  ciphertext   bytea NOT NULL,
  key_id       text NOT NULL,
  last_step    bigint NOT NULL DEFAULT 0,
  -- Wrong codes since the last right one. From a limit on, no code counts until a mailed link resets the number.
  failed_codes int NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  tenant_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, user_id, code_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- Links in mails to a user. Each works once.
CREATE TABLE mailed_links (
  tenant_id  uuid NOT NULL,
  id         uuid NOT NULL,
  user_id    uuid NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('reset_password', 'verify_email', 'unlock_two_factor', 'stop_weekly_mail')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX mailed_links_by_user ON mailed_links (tenant_id, user_id);`;

const INVITATIONS_AND_MAILS = `
CREATE TABLE invitations (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  email      text NOT NULL,
  role       text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  token_hash bytea NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, email)
);

-- A mail is stored with the change that it reports and stays until the mail server has taken it. Its text holds addresses and
-- tokens, so it is sealed.
CREATE TABLE mails (
  tenant_id       uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  ciphertext      bytea NOT NULL,
  key_id          text NOT NULL,
  attempts        int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX mails_due ON mails (next_attempt_at);

-- When each person last got mails with notices of each kind. Repeated ones wait in mails for a digest.
CREATE TABLE notice_mails (
  tenant_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  mailed    jsonb NOT NULL DEFAULT '{}',
  digest_id uuid,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);`;

/** Tenants, their API keys, and the people who sign in. */
export const ACCOUNTS_SCHEMA: SchemaSubject = {
  sql: TENANTS + USERS + INVITATIONS_AND_MAILS,
  access: {
    tenants: {
      tenantColumn: 'id',
      acrossTenants: [
        'id',
        'name',
        'plan',
        'requested_plan',
        'currency',
        'created_at',
        'rate_limit_per_minute',
        'next_digest_at',
        'suspended_at',
        'removal_decided_at',
        'removal_after_id',
      ],
    },
    api_keys: {
      acrossTenants: ['tenant_id', 'id', 'key_hash', 'prefix', 'scope', 'number', 'last_used_at', 'expires_at'],
    },
    users: {},
    login_names: { acrossTenants: ['email_hash', 'tenant_id', 'user_id'] },
    memberships: { acrossTenants: ['email_hash', 'tenant_id', 'user_id'] },
    sessions: {},
    totp_secrets: {},
    recovery_codes: {},
    mailed_links: {},
    invitations: {},
    mails: { acrossTenants: ['tenant_id', 'next_attempt_at'] },
    notice_mails: {},
  },
  lookups: {
    // The rate limit comes with the key, so that limiting a request costs no query of its own.
    api_key_owner: {
      returns:
        'tenant_id uuid, key_id uuid, prefix text, scope text, number int, last_used_at timestamptz, plan text, expires_at timestamptz, rate_limit_per_minute int, is_suspended boolean',
      query:
        'SELECT k.tenant_id, k.id, k.prefix, k.scope, k.number, k.last_used_at, t.plan, k.expires_at, t.rate_limit_per_minute, t.suspended_at IS NOT NULL FROM api_keys k JOIN tenants t ON t.id = k.tenant_id WHERE k.key_hash = hash',
    },
    login_owner: {
      returns: 'tenant_id uuid, user_id uuid',
      query: 'SELECT l.tenant_id, l.user_id FROM login_names l WHERE l.email_hash = hash',
    },
    membership_owners: {
      returns: 'tenant_id uuid, user_id uuid',
      query: 'SELECT m.tenant_id, m.user_id FROM memberships m WHERE m.email_hash = hash',
    },
  },
};

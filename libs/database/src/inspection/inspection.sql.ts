/** $1: the system role, $2: the role of the processes, $3: the role for dumps. */
export const ROLE = `
SELECT current_user::text AS name,
       r.rolsuper OR r.rolbypassrls OR (EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AND pg_has_role(current_user, $1, 'USAGE'))
         OR (EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $3) AND pg_has_role(current_user, $3, 'USAGE'))
         OR r.oid IN (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.customers')) AS unrestricted,
       EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AND EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $2)
         AND pg_has_role(current_user, $1, 'MEMBER') AS "canSwitch",
       obj_description(to_regclass('public.tenants')::oid, 'pg_class') AS schema
FROM pg_roles r WHERE r.rolname = current_user`;

// On Citus the owner of the tables is not bound by the policies: that would end online moves of shards.
export const UNPROTECTED = `
SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
  AND (c.relname = 'tenants' OR EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped))
  AND NOT (c.relrowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
           AND (c.relforcerowsecurity OR EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')))
ORDER BY 1`;

export const SETTINGS = `
SELECT name, setting FROM pg_settings WHERE name IN (
  'server_version_num', 'statement_timeout', 'idle_in_transaction_session_timeout', 'shared_buffers', 'max_wal_size', 'autovacuum',
  'track_counts', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_connections')`;

export const CONNECTIONS = `
SELECT count(*) FILTER (WHERE backend_type = 'client backend')::int AS used, current_setting('max_connections')::int AS most,
       coalesce(max(extract(epoch FROM now() - xact_start)) FILTER (WHERE pid <> pg_backend_pid()), 0)::float8 AS "oldestTransactionS"
FROM pg_stat_activity`;

export const SIZES = `
SELECT pg_database_size(current_database())::float8 AS "databaseBytes",
       coalesce((SELECT sum(pg_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = 'public' AND c.relname IN ('events_pkey', 'orders_pkey', 'customers', 'customers_pkey')), 0)::float8 AS "hotBytes",
       (SELECT age(datfrozenxid)::float8 / 2000000000 FROM pg_database WHERE datname = current_database()) AS "transactionsUsed"`;

export const TABLES = `
SELECT s.relname::text AS name, s.n_dead_tup::float8 AS dead, s.n_live_tup::float8 AS live,
       NOT coalesce(c.reloptions && ARRAY ['autovacuum_enabled=false', 'autovacuum_enabled=off'], false) AS "isVacuumed"
FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE s.schemaname = 'public'`;

/** Tells why the owner of the tables cannot dump all rows; null when it can. $1: the role for dumps. */
export const DUMP_PROBLEM = `
SELECT o.rolname::text AS owner,
  CASE WHEN o.rolsuper OR o.rolbypassrls THEN NULL
       WHEN NOT EXISTS (SELECT 1 FROM pg_roles b WHERE b.rolname = $1 AND pg_has_role(o.oid, b.oid, 'USAGE')) THEN 'role'
       WHEN EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT EXISTS (
              SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup_rows')) THEN 'policy'
  END AS problem
FROM pg_class t JOIN pg_roles o ON o.oid = t.relowner WHERE t.oid = to_regclass('public.tenants')`;

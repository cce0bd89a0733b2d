#!/bin/sh
# Dumps the database into BACKUP_DIR, and then deletes dumps that are older than BACKUP_KEEP_DAYS. A dump appears whole or not at all,
# and nothing is deleted unless the new one can be read. Restore: docs/operations/recovery.md.
set -eu
umask 077
: "${DATABASE_OWNER_URL:?}" "${BACKUP_DIR:?}"
file="$BACKUP_DIR/churn-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$file.new"' EXIT
# A role that does not bypass row-level security dumps what policies show it. Without one on every table rows would be missing.
sees=$(psql --no-psqlrc --tuples-only --no-align "$DATABASE_OWNER_URL" --command "
  SELECT CASE WHEN r.rolsuper OR r.rolbypassrls THEN 'everything'
    WHEN EXISTS (SELECT FROM pg_roles b WHERE b.rolname = 'churn_backup' AND pg_has_role(r.oid, b.oid, 'USAGE'))
      AND NOT EXISTS (SELECT FROM pg_class c WHERE c.relrowsecurity AND NOT EXISTS (
        SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup_rows')) THEN 'policies' END
  FROM pg_roles r WHERE r.rolname = current_user")
case "$sees" in
  everything) set -- ;;
  policies) set -- --enable-row-security ;;
  *)
    echo 'The role of DATABASE_OWNER_URL does not see the rows of all tenants. Run "admin migrate" with it, then "admin doctor".' >&2
    exit 1
    ;;
esac
pg_dump --format=custom "$@" --file="$file.new" "$DATABASE_OWNER_URL"
pg_restore --list "$file.new" >/dev/null
mv "$file.new" "$file"
find "$BACKUP_DIR" -maxdepth 1 -name 'churn-*.dump' -mtime "+${BACKUP_KEEP_DAYS:-14}" -exec rm -f {} +
echo "wrote $file ($(wc -c <"$file") bytes)"

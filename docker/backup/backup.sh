#!/bin/sh
# Dumps the database into BACKUP_DIR, and then deletes dumps that are older than BACKUP_KEEP_DAYS. A dump appears whole or not at all,
# and nothing is deleted unless the new one can be read. Restore: docs/operations/recovery.md.
set -eu
umask 077
: "${DATABASE_OWNER_URL:?}" "${BACKUP_DIR:?}"
file="$BACKUP_DIR/churn-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$file.new"' EXIT
pg_dump --format=custom --file="$file.new" "$DATABASE_OWNER_URL"
pg_restore --list "$file.new" >/dev/null
mv "$file.new" "$file"
find "$BACKUP_DIR" -maxdepth 1 -name 'churn-*.dump' -mtime "+${BACKUP_KEEP_DAYS:-14}" -exec rm -f {} +
echo "wrote $file ($(wc -c <"$file") bytes)"

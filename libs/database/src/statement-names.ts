import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/** The name under which a connection keeps the plan of a statement. The statements of the service are constants, so there are few. */
export function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha1').update(sql).digest('hex');
    names.set(sql, name);
  }
  return name;
}

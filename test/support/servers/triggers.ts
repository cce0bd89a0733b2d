import type { Client } from 'pg';

let added = 0;

/**
 * Adds a trigger that interferes with writes of the service, as if the database did.
 * Each statement goes by itself: Citus passes a whole message on to its nodes, which take one statement at a time.
 * @param table the table of the trigger
 * @param event `['BEFORE INSERT', 'FOR EACH ROW']`: what stands before and behind the name of the table
 * @param body what the trigger does, in PL/pgSQL
 * @returns a function that removes the trigger after the writes that it is part of
 */
export async function addTrigger(
  owner: Client,
  table: string,
  event: readonly [string, string],
  body: string,
): Promise<() => Promise<void>> {
  const name = `of_test_${(added += 1)}`;
  await owner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`);
  await owner.query(`CREATE TRIGGER ${name} ${event[0]} ON ${table} ${event[1]} EXECUTE FUNCTION ${name}()`);
  return async () => {
    await owner.query(`DROP TRIGGER ${name} ON ${table}`);
    await owner.query(`DROP FUNCTION ${name}()`);
  };
}

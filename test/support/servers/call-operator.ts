import type * as Tenants from '../../../apps/cli/src/admin/tenants.js';
import type * as WebhookSecrets from '../../../apps/cli/src/admin/webhook-secrets.js';

type Calls = Pick<typeof Tenants, 'createTenant'> & Pick<typeof WebhookSecrets, 'createWebhookSecret'>;
/** The parameters after the first, which is the database. */
type Rest<Call> = Call extends (database: never, ...rest: infer R) => unknown ? R : never;

/** Loads the function here, for runs of one file, which start no process for shared systems. */
async function callHere<Name extends keyof Calls>(name: Name, databaseUrl: string, args: Rest<Calls[Name]>): Promise<unknown> {
  const { Database } = await import('#libs/database');
  const calls = {
    ...(await import('../../../apps/cli/src/admin/tenants.js')),
    ...(await import('../../../apps/cli/src/admin/webhook-secrets.js')),
  };
  const database = await Database.open({ url: databaseUrl, poolSize: 1, deadlineMs: 10_000 });
  try {
    return await (calls[name] as (database: unknown, ...rest: unknown[]) => Promise<unknown>)(database, ...(args as unknown[]));
  } finally {
    await database.close();
  }
}

/**
 * Calls a function of the operator's command line in the process that runs the shared systems. Loading it and TypeORM in each test file
 * would take longer than many test files do.
 *
 * @throws Error with what the function threw
 */
export async function callOperator<Name extends keyof Calls>(
  name: Name,
  databaseUrl: string,
  args: Rest<Calls[Name]>,
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  const address = process.env['CHURN_TEST_SHARED_URL'];
  if (address === undefined) return (await callHere(name, databaseUrl, args)) as Awaited<ReturnType<Calls[Name]>>;
  const answer = await fetch(`${address}/operator/${name}`, {
    method: 'POST',
    body: JSON.stringify({ databaseUrl, args }),
  });
  if (!answer.ok) throw new Error(`${name} failed: ${await answer.text()}`);
  return (await answer.json()) as Awaited<ReturnType<Calls[Name]>>;
}

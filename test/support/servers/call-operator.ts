import type * as Tenants from '../../../apps/cli/src/admin/tenants.js';
import type * as WebhookSecrets from '../../../apps/cli/src/admin/webhook-secrets.js';

type Calls = Pick<typeof Tenants, 'createTenant'> & Pick<typeof WebhookSecrets, 'createWebhookSecret'>;
/** The parameters after the first, which is the database. */
type Rest<Call> = Call extends (database: never, ...rest: infer R) => unknown ? R : never;

/**
 * Calls a function of the operator's command line in the process that runs the shared systems. To load it and TypeORM anew in each test file
 * would take longer than many a file.
 * @throws Error with what the function threw
 */
export async function callOperator<Name extends keyof Calls>(
  name: Name,
  databaseUrl: string,
  args: Rest<Calls[Name]>,
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  const answer = await fetch(`${process.env['CHURN_TEST_SHARED_URL']}/operator/${name}`, {
    method: 'POST',
    body: JSON.stringify({ databaseUrl, args }),
  });
  if (!answer.ok) throw new Error(`${name} failed: ${await answer.text()}`);
  return (await answer.json()) as Awaited<ReturnType<Calls[Name]>>;
}

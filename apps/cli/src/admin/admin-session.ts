import { readSecretKeys, SECRET_KEYS_RULE } from '#libs/config';
import { Database } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { StoppedError } from '#libs/terminal';

/** Prints the answer of an admin command as one line of JSON. */
export const answer = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

type OwnVariable = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SECRETS_KEY';
type TargetVariable = 'TARGET_DATABASE_URL' | 'TARGET_SECRETS_KEY';

/**
 * Reads a variable that an admin command needs.
 * @param rule says what the variable must be, for the message.
 * @throws StoppedError when the variable is not set.
 */
export function required(variable: OwnVariable | TargetVariable, rule: string): string {
  const value = process.env[variable];
  if (value) return value;
  const hint = variable.startsWith('TARGET_') ? '' : ' While "npm start" runs here, npm run admin finds it.';
  throw new StoppedError(`${variable} is not set: it must be ${rule}.${hint}`);
}

/** Reads DATABASE_OWNER_URL. */
export const ownerUrl = (): string => required('DATABASE_OWNER_URL', 'the URL of the role that owns the database');

/** Opens what the processes have sealed, and seals for them, with SECRETS_KEY. */
export const secretBoxOfProcesses = (): SecretBox => secretBox('SECRETS_KEY', 'the same as for the API and the worker');

/** Seals for the processes of the installation that a tenant moves to. */
export const secretBoxOfTarget = (): SecretBox =>
  secretBox('TARGET_SECRETS_KEY', 'SECRETS_KEY of the installation that the tenant moves to');

function secretBox(variable: 'SECRETS_KEY' | 'TARGET_SECRETS_KEY', rule: string): SecretBox {
  const keys = readSecretKeys(required(variable, rule));
  if (keys === null) throw new StoppedError(`${variable} is not usable: it must be ${SECRET_KEYS_RULE}`);
  return new SecretBox(keys);
}

/** Opens the database as the restricted role, runs `work`, and closes it. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const url = required('DATABASE_URL', 'the URL of the role that "admin migrate" creates');
  const database = await Database.open({ url, poolSize: 2, deadlineMs: 30_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

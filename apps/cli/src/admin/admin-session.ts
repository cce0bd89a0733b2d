import { readSecretKeys, SECRET_KEYS_RULE } from '#libs/config';
import { Database } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { StoppedError } from '#libs/terminal';

/** Prints the answer of an admin command as one line of JSON. */
export const answer = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

type OwnVariable = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SECRETS_KEY';

/**
 * Reads a variable that an admin command needs.
 * @param rule says what the variable must be, for the message.
 * @throws StoppedError when the variable is not set.
 */
export function required(variable: OwnVariable, rule: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new StoppedError(`${variable} is not set: it must be ${rule}. While "npm start" runs here, npm run admin finds it.`);
}

/** Reads DATABASE_OWNER_URL. */
export const ownerUrl = (): string => required('DATABASE_OWNER_URL', 'the URL of the role that owns the database');

/** Opens what the processes have sealed, and seals for them, with SECRETS_KEY. */
export function secretBoxOfProcesses(): SecretBox {
  const keys = readSecretKeys(required('SECRETS_KEY', 'the same as for the API and the worker'));
  if (keys === null) throw new StoppedError(`SECRETS_KEY is not usable: it must be ${SECRET_KEYS_RULE}`);
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

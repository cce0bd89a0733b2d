import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Say } from '../part.js';
import type { Signed } from '../system/signed.js';

/** A look of the owner at the connection. */
export interface Look {
  /** Seconds since the shop was connected. */
  readonly at: number;
  readonly state: string;
  readonly done: number;
  readonly customers: number;
  readonly collected: number | null;
  readonly secondsLeft: number | null;
  readonly isProvisional: boolean;
}

interface Watched {
  readonly looks: readonly Look[];
  readonly scored: number;
  readonly imported: number;
  readonly fitted: number;
  readonly refined: number;
}

interface Watch {
  readonly person: Signed;
  /** Connection as the owner of the tables. */
  readonly owner: Client;
  /** Customers of the shop. */
  readonly size: number;
  /** The time of the connection, by `performance.now()`. */
  readonly began: number;
  readonly say: Say;
}

interface Integrations {
  readonly import: {
    readonly state: string;
    readonly done: number;
    readonly customers: number;
    readonly collected: number | null;
    readonly seconds_left: number | null;
  };
}

const LOOK_EVERY_MS = 2000;
const LONGEST_SECONDS = 5400;
// Everyone has a score of the newest model when no customer has one of another and no job is under way.
const REFINED = `
SELECT NOT EXISTS (SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND status IN ('queued', 'running')) AND count(DISTINCT model_version) = 1 AS ok
FROM customers WHERE tenant_id = $1`;

const SCORED = 'SELECT count(*) >= $2 AS ok FROM customers WHERE tenant_id = $1 AND score IS NOT NULL';

/** Looks at the connection as its owner does, until everyone has a score of the shop's own model. */
export async function watchHour({ person, owner, size, began, say }: Watch): Promise<Watched> {
  const looks: Look[] = [];
  const seconds = (): number => (performance.now() - began) / 1000;
  const isTrue = async (sql: string, values: unknown[]): Promise<boolean> =>
    (await owner.query<{ ok: boolean }>(sql, values)).rows[0]?.ok === true;
  let [scored, imported, fitted] = [Number.NaN, Number.NaN, Number.NaN];
  for (;;) {
    const [{ import: shown }, model] = [
      await person.get<Integrations>('/integrations'),
      await person.get<{ status: string }>('/dashboard/churn/model'),
    ];
    const look = { at: seconds(), ...wordsOf(shown), isProvisional: model.status === 'provisional' };
    looks.push(look);
    if (looks.length % 30 === 1) say(`  ${look.at.toFixed(0)} s: ${JSON.stringify(shown)}`);
    if (Number.isNaN(scored) && (await isTrue(SCORED, [person.tenantId, size]))) scored = look.at;
    if (Number.isNaN(imported) && look.state === 'done' && look.secondsLeft === null) imported = look.at;
    if (Number.isNaN(fitted) && model.status === 'fitted') fitted = look.at;
    const isFitted = !Number.isNaN(scored + imported + fitted);
    if (isFitted && (await isTrue(REFINED, [person.tenantId]))) break;
    if (look.state === 'failed' || look.at > LONGEST_SECONDS) throw new Error(`the import has not ended: ${JSON.stringify(shown)}`);
    await sleep(LOOK_EVERY_MS);
  }
  return { looks, scored, imported, fitted, refined: seconds() };
}

const wordsOf = ({
  state,
  done,
  customers,
  collected,
  seconds_left: secondsLeft,
}: Integrations['import']): Omit<Look, 'at' | 'isProvisional'> => ({
  state,
  done,
  customers,
  collected,
  secondsLeft,
});

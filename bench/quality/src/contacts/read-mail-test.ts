import { existsSync } from 'node:fs';
import { openCsv } from '#libs/backfill';
import { StoppedError } from '#libs/terminal';

/** A customer of the public e-mail test of K. Hillstrom (MineThatData, 2008), and what the customer did in the two weeks after it. */
export interface Mailed {
  readonly mail: 'womens' | 'mens' | 'none';
  /** Months since the last order. */
  readonly recency: number;
  /** Money spent in the last year. */
  readonly spent: number;
  readonly boughtMens: boolean;
  readonly boughtWomens: boolean;
  readonly isNew: boolean;
  readonly channel: string;
  readonly visited: boolean;
  readonly ordered: boolean;
  readonly revenue: number;
}

const MAILS: Readonly<Record<string, Mailed['mail']>> = { 'Womens E-Mail': 'womens', 'Mens E-Mail': 'mens', 'No E-Mail': 'none' };
const COLUMNS = ['recency', 'history', 'mens', 'womens', 'newbie', 'channel', 'segment', 'visit', 'conversion', 'spend'] as const;

/** @throws StoppedError when the file is missing, or another one */
export async function readMailTest(file: string): Promise<Mailed[]> {
  if (!existsSync(file)) throw new StoppedError(`${file} does not exist. Name the file: --contacts FILE.`);
  const { header, rows } = await openCsv(file);
  const places = COLUMNS.map((name) => header.indexOf(name));
  if (places.includes(-1)) throw new StoppedError(`${file} must have the columns ${COLUMNS.join(', ')}.`);
  const customers: Mailed[] = [];
  for await (const { fields, line } of rows) {
    const text = (name: (typeof COLUMNS)[number]): string => fields[places[COLUMNS.indexOf(name)] ?? -1] ?? '';
    const mail = MAILS[text('segment')];
    if (mail === undefined) throw new StoppedError(`${file}, line ${line}: segment must be ${Object.keys(MAILS).join(', ')}.`);
    customers.push({
      mail,
      recency: Number(text('recency')),
      spent: Number(text('history')),
      boughtMens: text('mens') === '1',
      boughtWomens: text('womens') === '1',
      isNew: text('newbie') === '1',
      channel: text('channel'),
      visited: text('visit') === '1',
      ordered: text('conversion') === '1',
      revenue: Number(text('spend')),
    });
  }
  return customers;
}

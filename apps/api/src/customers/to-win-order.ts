import { isInControlGroup, type ListedConditions, refusesMarketing, type TenantDb } from '#libs/database';
import type { PageEnd } from './page-cursor.js';

/**
 * The sections of the list by what there is to win, in this order. Within a section customers are sorted by what the row shows: the amount to
 * win, or what they have spent where the day of the last order is not known.
 */
const SECTIONS = ['usual', 'unusual', 'unknown_day', 'kept_out', 'kept_out_unknown_day'] as const;
export type Section = (typeof SECTIONS)[number];

/** The facts that decide the section of a customer. */
export interface ToWinRules {
  readonly now: Date;
  /** The highest amount of an order that is usual in the shop, in hundredths; null before a model with amounts. */
  readonly usualMost: number | null;
}

// Needs models_one_active.
const READ_USUAL = "SELECT (parameters #>> '{spend,cap}')::float8 * 100 AS usual FROM models WHERE tenant_id = $1 AND status = 'active'";

export async function readToWinRules(db: TenantDb, now: Date): Promise<ToWinRules> {
  const [model] = await db.query<{ usual: number | null }>(READ_USUAL);
  return { now, usualMost: model?.usual ?? null };
}

/**
 * SQL condition that keeps the customers `c` of one section. Conditions are joined by AND, so that Postgres tests the columns of the customer
 * before it looks for a control group.
 * @param first position of its parameters, those of `sectionParameters`
 */
export function sectionSql(section: Section, first: number): string {
  const [now, usual] = [`$${first}::timestamptz`, `$${first + 1}::float8`];
  const isUnusual = `coalesce(c.orders_count <= 1 AND -c.monetary_order > ${usual}, false)`;
  const isKeptOut = `(${refusesMarketing('c')} OR ${isInControlGroup('c.id', now)})`;
  const day = `c.last_order_at IS ${hasUnknownDay(section) ? '' : 'NOT '}NULL`;
  const amount = { usual: ` AND NOT ${isUnusual}`, unusual: ` AND ${isUnusual}` }[section as string] ?? '';
  return `
  AND ${day}${amount} AND ${isOfKeptOut(section) ? '' : 'NOT '}${isKeptOut}`;
}

export const sectionParameters = (section: Section, { now, usualMost }: ToWinRules): unknown[] =>
  section === 'usual' || section === 'unusual' ? [now, usualMost] : [now];

const hasUnknownDay = (section: Section): boolean => section === 'unknown_day' || section === 'kept_out_unknown_day';
const isOfKeptOut = (section: Section): boolean => section === 'kept_out' || section === 'kept_out_unknown_day';

/** Returns true for a section that is sorted by what its customers have spent. */
export const isBySpend = hasUnknownDay;

/** Returns false for a section in which the conditions leave no customer. Reading it would walk through all customers of the shop. */
export function mayHaveCustomers(section: Section, conditions: ListedConditions, { usualMost }: ToWinRules): boolean {
  const { controls, marketing_consent: consents, last_order_from: from, last_order_to: to, orders_min: ordersMin } = conditions;
  if (section === 'unusual' && (usualMost === null || (ordersMin ?? 0) > 1)) return false;
  if (hasUnknownDay(section) && (from != null || to != null)) return false;
  const groups = controls?.groups;
  if (isOfKeptOut(section)) return groups?.some((group) => group !== 'none') !== false || consents?.includes('no') !== false;
  return groups?.includes('none') !== false && consents?.some((consent) => consent !== 'no') !== false;
}

/** More than the largest position in a section. A cursor holds the position plus this many times the number of the section. */
const APART = 10n ** 20n;

/** Returns the position that a cursor holds. */
export const positionIn = (section: Section, position: string): string =>
  String(BigInt(position) + APART * BigInt(SECTIONS.indexOf(section)));

/** Returns the sections from the end of a page on, and the end within the first of them. @param after null for the first page */
export function sectionsAfter(after: PageEnd | null): readonly { readonly section: Section; readonly after: PageEnd | null }[] {
  if (after === null) return SECTIONS.map((section) => ({ section, after: null }));
  const value = BigInt(after.value);
  // Positions are negative or at most as large as a bigint, which is less than half the distance.
  const place = Math.min(Number((value + APART / 2n) / APART), SECTIONS.length - 1);
  return SECTIONS.slice(place).map((section, index) => ({
    section,
    after: index === 0 ? { ...after, value: String(value - APART * BigInt(place)) } : null,
  }));
}

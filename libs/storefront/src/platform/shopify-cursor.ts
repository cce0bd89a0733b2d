import { type Fields, instantIn } from '../mapping/fields.js';
import type { OrdersSince } from './orders-page.js';

/** Shopify returns at most this many entries of one list. */
const DEEPEST = 25_000;
/** After this many entries a new list starts at the last order. */
export const RESTART_AT = DEEPEST - 1000;

/** The query for a page: sorted by a time, from a given time on, after a place in the list. */
export interface Question {
  readonly by: 'created_at' | 'updated_at';
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The platform's own cursor; null at the beginning. */
  readonly after: string | null;
  /** The number of orders before it in the same list. */
  readonly passed: number;
}

export const firstQuestion = (since: OrdersSince): Question =>
  'createdSince' in since
    ? { by: 'created_at', since: since.createdSince.toISOString(), after: null, passed: 0 }
    : { by: 'updated_at', since: since.updatedSince.toISOString(), after: null, passed: 0 };

/**
 * @param nodes the orders of the page
 * @param after the platform's cursor of the next page
 * @returns the next query. When the list gets too long for the platform, a new list starts at the time of the last order:
 * orders of that second come twice, and none is missed.
 */
export function nextCursor(question: Question, nodes: readonly Fields[], after: string): string {
  const passed = question.passed + nodes.length;
  const last = nodes.at(-1);
  const reached = last === undefined ? null : instantIn(last, question.by === 'created_at' ? 'createdAt' : 'updatedAt');
  const restarts = passed >= RESTART_AT && reached !== null && reached > question.since;
  return JSON.stringify(restarts ? { ...question, since: reached, after: null, passed: 0 } : { ...question, after, passed });
}

/** Returns null when the text is not a cursor of `nextCursor`. */
export function readCursor(text: string): Question | null {
  if (!text.startsWith('{')) return null;
  const { by, since, after, passed } = JSON.parse(text) as Fields;
  const isWhole = (by === 'created_at' || by === 'updated_at') && typeof since === 'string' && typeof passed === 'number';
  return isWhole && (after === null || typeof after === 'string') ? { by, since, after, passed } : null;
}

import { type Fields, instantIn } from '../mapping/fields.js';
import type { OrdersSince } from './orders-page.js';

/** Shopify shows so many of one list, and then no more. */
const DEEPEST = 25_000;
/** ⚙ From here on a list is begun anew where it stands. */
const TURN_AT = DEEPEST - 1000;

/** Which orders are asked for: in the order of a time, from one on, after a place in the list. */
export interface Question {
  readonly by: 'created_at' | 'updated_at';
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The platform's own cursor; null for the beginning. */
  readonly after: string | null;
  /** How many orders come before in the same list. */
  readonly passed: number;
}

export const firstQuestion = (since: OrdersSince): Question =>
  'createdSince' in since
    ? { by: 'created_at', since: since.createdSince.toISOString(), after: null, passed: 0 }
    : { by: 'updated_at', since: since.updatedSince.toISOString(), after: null, passed: 0 };

/**
 * @param nodes the page that answered the question
 * @param after where the platform says that the next one begins
 * @returns the next question. Where the list gets too long for the platform it is another list, which begins at the time of the last order:
 * orders of that second come twice, and none is left out.
 */
export function nextCursor(question: Question, nodes: readonly Fields[], after: string): string {
  const passed = question.passed + nodes.length;
  const last = nodes.at(-1);
  const reached = last === undefined ? null : instantIn(last, question.by === 'created_at' ? 'createdAt' : 'updatedAt');
  const turns = passed >= TURN_AT && reached !== null && reached > question.since;
  return JSON.stringify(turns ? { ...question, since: reached, after: null, passed: 0 } : { ...question, after, passed });
}

/** @returns null for what is no cursor of `nextCursor`. */
export function readCursor(text: string): Question | null {
  if (!text.startsWith('{')) return null;
  const { by, since, after, passed } = JSON.parse(text) as Fields;
  const isWhole = (by === 'created_at' || by === 'updated_at') && typeof since === 'string' && typeof passed === 'number';
  return isWhole && (after === null || typeof after === 'string') ? { by, since, after, passed } : null;
}

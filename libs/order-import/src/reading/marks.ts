import { cleanCell } from '../csv/clean-cell.js';
import { plainName } from '../csv/columns.js';
import { parseAmount } from '../csv/parse-amount.js';
import { parseInstant } from '../csv/parse-instant.js';
import { FLAGS, type FlagMeaning, isSureType, LINE_WORDS, TYPE_NAMES, TYPE_WORDS } from '../statuses/mark-names.js';
import { isStatusWord, plainStatus, statusMeaning } from '../statuses/order-status.js';
import type { Mark } from '../rows/mark.js';
import type { ReadingPlan } from '../rows/plan.js';
import { flagIn } from '../rows/words.js';

interface Candidate {
  readonly place: number;
  readonly role: 'payment' | 'fulfilment' | 'flag' | 'word' | 'type' | 'unread';
  readonly meaning: FlagMeaning;
}

/** Distinct texts of a column that is looked at. A column of states has fewer. */
const MOST_TEXTS = 40;
const NO_MEANING: FlagMeaning = { isSure: true };

/** Finds the columns that say whether an order counts, by their names and by what stands in them. */
export class MarkCounter {
  private readonly candidates: readonly Candidate[];
  private readonly texts = new Map<number, Set<string>>();

  constructor(private readonly plan: ReadingPlan) {
    this.candidates = candidatesOf(plan);
    for (const { place } of this.candidates) this.texts.set(place, new Set());
  }

  add(fields: readonly string[]): void {
    for (const [place, texts] of this.texts) {
      const text = cleanCell(fields[place] ?? '');
      if (text !== '' && texts.size < MOST_TEXTS) texts.add(text);
    }
  }

  marks(): Mark[] {
    return this.candidates.flatMap((candidate) => this.markOf(candidate, [...(this.texts.get(candidate.place) ?? [])]));
  }

  private markOf({ place, role, meaning }: Candidate, texts: readonly string[]): Mark[] {
    const kind = texts.length === 0 ? null : kindOf(role, texts, meaning);
    if (kind === null) return [];
    return [{ place, column: this.plan.columns.nameAt(place), kind, meaning, hasNo: texts.some((text) => flagIn(text) === false) }];
  }
}

function candidatesOf({ columns, layout }: ReadingPlan): Candidate[] {
  return columns.header.flatMap((name, place): Candidate[] => {
    if (columns.placesOf('payment').includes(place)) return [{ place, role: 'payment', meaning: NO_MEANING }];
    if (columns.placesOf('fulfilment').includes(place)) return [{ place, role: 'fulfilment', meaning: NO_MEANING }];
    if (columns.isUsed(place) || name.trim() === '') return [];
    const meaning = FLAGS.get(plainName(name));
    if (meaning !== undefined) return [{ place, role: 'flag', meaning }];
    if (layout.isPlain !== true) return [];
    if (TYPE_NAMES.has(plainName(name))) return [{ place, role: 'type', meaning: NO_MEANING }];
    const isStatus = layout.columns.status?.includes(plainName(name)) === true;
    return [{ place, role: isStatus ? 'word' : 'unread', meaning: NO_MEANING }];
  });
}

/** Returns how a column is read; null: it says nothing about whether orders count. */
function kindOf(role: Candidate['role'], texts: readonly string[], { yes, no }: FlagMeaning): Mark['kind'] | null {
  const isEvery = (is: (text: string) => boolean): boolean => texts.every(is);
  if (role === 'payment' || role === 'fulfilment') return isEvery(isNumber) ? null : role;
  if (role === 'type' && isEvery(isLine) && texts.some((text) => LINE_WORDS.get(plainStatus(text)) === 'item')) return 'line';
  if (role === 'type' && isEvery(isType)) return texts.some((text) => TYPE_WORDS.get(plainStatus(text)) !== 'bought') ? 'type' : null;
  // One type that is not known must not hide the refunds of the column. The owner is shown how it is taken.
  if (role === 'type' && texts.length < MOST_TEXTS && texts.some((text) => isSureType(plainStatus(text)))) return 'type';
  if (role === 'word') return isEvery(isNumber) ? null : 'word';
  const hasEnd = texts.some((text) => isStatusWord(text) && statusMeaning(text).kind !== 'bought');
  if (role === 'unread' || role === 'type') return texts.length < MOST_TEXTS && hasEnd && isEvery(isStatusWord) ? 'word' : null;
  if (isEvery((text) => flagIn(text) !== null)) return 'flag';
  if (isEvery((text) => flagIn(text) === false || parseInstant(text, { slashes: 'day_first' }).kind === 'value' || isSlashed(text)))
    return 'dates';
  if (!isEvery((text) => isStatusWord(text) || flagIn(text) !== null)) return null;
  return no === undefined && yes !== undefined ? 'word' : 'payment';
}

const isLine = (text: string): boolean => LINE_WORDS.has(plainStatus(text));
const isType = (text: string): boolean => TYPE_WORDS.has(plainStatus(text));
const isNumber = (text: string): boolean => parseAmount(text).kind === 'value';
const isSlashed = (text: string): boolean => parseInstant(text, { slashes: 'month_first' }).kind === 'value';

import type { StatusKind } from '../statuses/order-status.js';

/** The order of the states of an order: a payment comes after a cart, and what takes the order back comes last. */
const STAGES: Readonly<Record<StatusKind, number>> = { not_bought: 0, bought: 1, refunded: 2, cancelled: 3 };

/** A row that states the order. */
interface State {
  readonly fields: readonly string[];
  readonly kind: StatusKind;
  /** Null: the row has no date of its own, or a wrong one. */
  readonly at: number | null;
}

/** An order that a file states once for each of its statuses. The last state counts, of one moment the most advanced one. */
export class RestatedOrder {
  private last: State | null = null;
  private first: State | null = null;

  constructor(
    private rowsLeft: number,
    /** The columns of date and time: the order was placed at the earliest of its states. */
    private readonly datePlaces: readonly number[],
  ) {}

  /** @returns the cells of the order once all of its rows have come; null before */
  add(state: State): readonly string[] | null {
    this.rowsLeft -= 1;
    if (this.last === null || comesAfter(state, this.last)) this.last = withBlanksOf(state, this.last);
    else this.last = withBlanksOf(this.last, state);
    if (this.first === null || (state.at ?? Infinity) < (this.first.at ?? Infinity)) this.first = state;
    if (this.rowsLeft > 0) return null;
    const { first, last } = this;
    return last.fields.map((field, place) => (this.datePlaces.includes(place) ? (first.fields[place] ?? field) : field));
  }
}

function comesAfter(one: State, other: State): boolean {
  const [at, otherAt] = [one.at ?? -Infinity, other.at ?? -Infinity];
  return at === otherAt ? STAGES[one.kind] > STAGES[other.kind] : at > otherAt;
}

/** Fills the empty cells of a row from another row of the order. */
function withBlanksOf(state: State, other: State | null): State {
  if (other === null) return state;
  return { ...state, fields: state.fields.map((field, place) => (field.trim() === '' ? (other.fields[place] ?? '') : field)) };
}

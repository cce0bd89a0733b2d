import type { ReadingPlan } from './plan.js';
import { isTotalsRow } from './row-facts.js';

const HEADS = ['order', 'customer', 'email', 'phone', 'name', 'date', 'event_type'] as const;

/**
 * Finds rows of items that leave order, customer and date empty: they continue the order above them. Exports of lists within lists and tables
 * with merged cells write them so.
 */
export class ContinuedRows {
  private last: readonly string[] | null = null;

  constructor(private readonly plan: ReadingPlan) {}

  /** Returns the cells of a row, with the order number of the order that it continues. Call it for each row in turn. */
  fill(fields: readonly string[]): readonly string[] {
    const { columns, layout } = this.plan;
    if (layout.isPlain !== true || !columns.has('order') || !columns.has('product')) return fields;
    if (HEADS.some((field) => columns.text(fields, field) !== '')) {
      this.last = fields;
      return fields;
    }
    const { last } = this;
    if (last === null || columns.text(fields, 'product') === '' || isTotalsRow(this.plan, fields)) return fields;
    const places = columns.placesOf('order');
    return fields.map((field, place) => (places.includes(place) ? (last[place] ?? '') : field));
  }
}

import { SeededRandom } from '../arithmetic/seeded-random.js';
import { completeRow, completeRows, DESIGN_COLUMNS, HISTORY_COLUMN } from './design-row.js';
import { PREDICTOR_COUNT } from './predictors.js';

describe('rows of the design', () => {
  it('are standardised by their own scales, and are to the last bit what each row by itself becomes by these', () => {
    const random = new SeededRandom(2);
    const n = 500;
    const raw = Float64Array.from({ length: n * DESIGN_COLUMNS }, (_, i) =>
      i % DESIGN_COLUMNS < PREDICTOR_COUNT ? (i % DESIGN_COLUMNS) + random.unit() ** 5 : 0,
    );
    // A column that hardly differs is left out.
    for (let i = 0; i < n; i++) raw[i * DESIGN_COLUMNS + 3] = 7;
    const logits = Float64Array.from({ length: n }, () => 4 * random.unit() - 1);
    const rows = Float64Array.from(raw);
    const scales = completeRows(rows, logits);
    const alone = Float64Array.from(raw);
    for (let i = 0; i < n; i++) completeRow(alone, i * DESIGN_COLUMNS, logits[i]!, scales);
    expect([...rows]).toEqual([...alone]);
    expect(scales.spread[3]).toBe(0);
    const history = rows.filter((_, i) => i % DESIGN_COLUMNS === HISTORY_COLUMN);
    expect(history.reduce((sum, each) => sum + each, 0) / n).toBeCloseTo(0, 9);
    expect(history.reduce((sum, each) => sum + each ** 2, 0) / n).toBeCloseTo(1, 9);
  });
});

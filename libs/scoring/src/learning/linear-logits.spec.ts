import { linearLogits } from './linear-logits.js';

const COLUMNS = 7;
const weights = Array.from({ length: COLUMNS }, (_, j) => Math.cos(j) * 10 ** (j - 3));

describe('log-odds of many rows', () => {
  it.each([0, 1, 3, 4, 5, 8, 11])('are to the last bit those of each row by itself, with %i rows', (rows) => {
    const features = Float64Array.from({ length: rows * COLUMNS }, (_, i) => Math.sin(i) / 3);
    const alone = Array.from({ length: rows }, (_, row) => {
      let z = 0.1;
      for (let j = 0; j < COLUMNS; j++) z += weights[j]! * features[row * COLUMNS + j]!;
      return z;
    });
    const out = new Float64Array(rows);
    linearLogits(features, 0.1, weights, out);
    expect([...out]).toEqual(alone);
  });
});

import { SeededRandom } from '../arithmetic/seeded-random.js';
import { fitForest, meanOf } from './fit-forest.js';
import { addForestEffects, forestLogit, LEAVES_PER_TREE } from '../model/forest.js';
import type { Forest } from '../model/forest.js';

const ROWS = 4000;

/** Two columns that say something only together, and one that says nothing. */
function rowsOfChance(): { columnCount: number; features: Float64Array; label: Uint8Array } {
  const random = new SeededRandom(7);
  const features = Float64Array.from({ length: ROWS * 3 }, () => random.unit());
  const label = Uint8Array.from({ length: ROWS }, (_, i) => {
    const together = features[3 * i]! > 0.5 === features[3 * i + 1]! > 0.4;
    return random.unit() < (together ? 0.9 : 0.2) ? 1 : 0;
  });
  return { columnCount: 3, features, label };
}

const heldOut = Uint8Array.from({ length: ROWS }, (_, i) => (i % 5 === 0 ? 1 : 0));
const ROWS_OF_CHANCE = rowsOfChance();
const FOREST = fitForest(ROWS_OF_CHANCE, heldOut, new SeededRandom(1));
const probability = (forest: Forest, row: number[]): number => 1 / (1 + Math.exp(-forestLogit(forest, Float64Array.from(row))));

describe('boosted trees', () => {
  it('learn what no single column says', () => {
    expect(probability(FOREST, [0.8, 0.8, 0.5])).toBeGreaterThan(0.8);
    expect(probability(FOREST, [0.8, 0.1, 0.5])).toBeLessThan(0.35);
    expect(probability(FOREST, [0.2, 0.8, 0.5])).toBeLessThan(0.35);
  });

  it('come out the same from the same seed, and stop where more do not help', () => {
    expect(fitForest(ROWS_OF_CHANCE, heldOut, new SeededRandom(1))).toEqual(FOREST);
    expect(FOREST.leaf.length / LEAVES_PER_TREE).toBeLessThan(120);
    const noise = ROWS_OF_CHANCE.label.map((_, i) => ((i * 2_654_435_761) % 3 === 0 ? 1 : 0));
    const offset = new Float64Array(ROWS).fill(Math.log(0.5));
    const learned = fitForest({ ...ROWS_OF_CHANCE, label: noise, offset }, heldOut, new SeededRandom(1));
    expect(learned.leaf.length / LEAVES_PER_TREE).toBeLessThan(10);
  });

  it('find nothing in many rows that weigh as much as a few', () => {
    const weighted = (each: number): Forest =>
      fitForest({ ...ROWS_OF_CHANCE, weight: new Float64Array(ROWS).fill(each) }, heldOut, new SeededRandom(1));
    expect(weighted(1)).toEqual(FOREST);
    const light = weighted(1 / 100);
    expect(probability(light, [0.8, 0.8, 0.5])).toBe(probability(light, [0.8, 0.1, 0.5]));
  });

  it('are averaged as one forest, with what they tell', () => {
    const forests = [FOREST, fitForest(ROWS_OF_CHANCE, heldOut, new SeededRandom(2))];
    const queue = [...forests];
    const joined = meanOf(2, () => queue.shift()!)!;
    const row = Float64Array.from([0.8, 0.1, 0.5]);
    const effectsOf = (forest: Forest): Float64Array => {
      const effects = new Float64Array(3);
      addForestEffects(forest, row, { weight: 1, groups: [0, 1, 2] }, effects);
      return effects;
    };
    expect(forestLogit(joined, row)).toBeCloseTo((forestLogit(forests[0]!, row) + forestLogit(forests[1]!, row)) / 2, 12);
    expect(forestLogit(forests[0]!, row)).not.toBeCloseTo(forestLogit(forests[1]!, row), 4);
    const [one, other] = forests.map(effectsOf);
    for (const [i, effect] of effectsOf(joined).entries()) expect(effect).toBeCloseTo((one![i]! + other![i]!) / 2, 12);
    const none: Forest = { predictor: [], threshold: [], mean: [], leaf: [] };
    expect(meanOf(2, () => none)).toBeNull();
  });

  it('tell what each column did, and nothing is left over', () => {
    const totals = [[0.8, 0.8, 0.5], [0.1, 0.7, 0.9], [0.3, 0.2, 0.1]].map((each) => {
      const effects = new Float64Array(3);
      addForestEffects(FOREST, Float64Array.from(each), { weight: 0.5, groups: [0, 1, 2] }, effects);
      return effects.reduce((sum, effect) => sum + effect, 0) - 0.5 * forestLogit(FOREST, Float64Array.from(each));
    }); // prettier-ignore
    for (const total of totals) expect(total).toBeCloseTo(totals[0]!, 9);
  });
});

import { buyingHistoriesOf, customerCount, groupHistories, historyOf, SeededRandom } from '#libs/scoring';
import { BG_NBD } from '../reference-models/bg-cnbd.js';
import { noOrderProbability, type BuyingModel } from '../reference-models/buying-model.js';
import { fitBuyingModel } from '../reference-models/fit-buying-model.js';
import { PARETO_NBD } from '../reference-models/pareto-nbd.js';
import type { Method, Question } from './question.js';

/** Four parameters do not change beyond their third digit with more. */
const LARGEST_SAMPLE = 5000;

/** The models that others publish, fitted with a prior as wide as production's. */
export const referenceMethods = (): Method[] =>
  [BG_NBD, PARETO_NBD].map((model) => ({ name: model.name, predict: (question) => predictWith(model, question) }));

function predictWith(model: BuyingModel, { known, evaluated, task, seed }: Question): Float64Array {
  const sample = historyOf(known, new SeededRandom(seed).sample(customerCount(known), LARGEST_SAMPLE));
  const seen = groupHistories(buyingHistoriesOf(sample, task.cutoff));
  const { parameters } = fitBuyingModel(model, seen, 'usual');
  const { x, tx, T } = buyingHistoriesOf(evaluated, task.cutoff);
  return x.map((_, i) => noOrderProbability(model, { x: x[i]!, tx: tx[i]!, T: T[i]! }, parameters, task.horizonDays));
}

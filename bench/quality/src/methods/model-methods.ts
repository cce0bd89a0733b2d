import { DEFAULT_BANDS, fitModel, scoreHistory, type Model } from '#libs/scoring';
import type { Method, Question } from './question.js';

/** Methods of the service, as it would score on the cutoff. */
export const PRODUCTION = 'production';
export const RUNG_2 = 'MBG/NBD + logistic';
export const MBG = 'MBG/NBD';
export const LOGISTIC = 'logistic alone';

type Rung = 'mbg' | 'mbg+lr' | 'mbg+lr+gbt';

/** The rungs of the ladder, as the service fits and scores them, the highest first. */
export function productionMethods(): Method[] {
  const fits = new LastFits();
  return [
    { name: PRODUCTION, predict: (question) => scored(fits.model(question, 'mbg+lr+gbt'), question) },
    { name: RUNG_2, predict: (question) => scored(fits.model(question, 'mbg+lr'), question) },
    { name: MBG, predict: (question) => scored(fits.model(question, 'mbg'), question) },
    { name: LOGISTIC, predict: (question) => logisticAlone(fits.model(question, 'mbg+lr'), question) },
  ];
}

function scored(model: Model, { evaluated, task }: Question): Float64Array {
  return scoreHistory(evaluated, model, task.cutoff);
}

/** The regression of rung 2 by itself: all the weight, and no level but its own. */
function logisticAlone(model: Model, { evaluated, task }: Question): Float64Array | null {
  if (model.learner === null) return null;
  const alone = { ...model.learner, linear: { weight: 1, shift: 0 }, trees: { weight: 0, shift: 0 } };
  return scoreHistory(evaluated, { ...model, learner: alone }, task.cutoff);
}

/** The fits to the question asked last: several methods look at the same model. */
class LastFits {
  private question: Question | null = null;
  private readonly models = new Map<Rung, Model>();

  model(question: Question, upTo: Rung): Model {
    if (this.question !== question) this.models.clear();
    this.question = question;
    const { task, seed } = question;
    const options = { today: task.cutoff, horizonDays: task.horizonDays, bands: DEFAULT_BANDS, seed, upTo };
    const model = this.models.get(upTo) ?? fitModel(question.known, options);
    this.models.set(upTo, model);
    return model;
  }
}

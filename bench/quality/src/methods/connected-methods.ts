import { DEFAULT_BANDS, fitModel, scoreHistory } from '#libs/scoring';
import { connectedHistory } from '../connected/connected-history.js';
import type { Method } from './question.js';

export const CONNECTED = 'connected with 60 days';
export const CONNECTED_LAST_UNKNOWN = 'connected, last order unknown';

/** The score of a shop that hands over the orders of 60 days and a summary of the earlier ones. */
export const connectedMethods = (): Method[] => [connectedMethod(CONNECTED, true), connectedMethod(CONNECTED_LAST_UNKNOWN, false)];

const connectedMethod = (name: string, knowsLast: boolean): Method => ({
  name,
  predict: ({ known, evaluated, task: { cutoff, horizonDays }, seed }) => {
    const model = fitModel(connectedHistory(known, cutoff, knowsLast), { today: cutoff, horizonDays, bands: DEFAULT_BANDS, seed });
    return scoreHistory(connectedHistory(evaluated, cutoff, knowsLast), model, cutoff);
  },
});

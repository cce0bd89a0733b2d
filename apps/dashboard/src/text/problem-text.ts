import { capital } from './capital';
import { ApiProblem } from '../api/problem';
import { commonText } from './common';

const { problems } = commonText;
const isKnown = (code: string): code is keyof typeof problems => code in problems;

/** Returns the text for a failure. For wrong input it is the message of the API, as a sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return problems.unknown;
  if (isKnown(error.code)) return problems[error.code];
  return sentence(error.message);
}

function sentence(message: string): string {
  const begun = capital(message);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

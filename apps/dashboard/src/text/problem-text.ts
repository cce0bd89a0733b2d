import { ApiProblem } from '../api/problem';
import { commonText } from './common';

const { problems } = commonText;
const isKnown = (code: string): code is keyof typeof problems => code in problems;

/** What somebody is told of a failure. What the service says of a wrong input is a sentence already. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return problems.unknown;
  if (isKnown(error.code)) return problems[error.code];
  return sentence(error.message);
}

function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

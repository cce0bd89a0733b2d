import { ApiProblem } from '../../api/problem';

/** What is wrong with the address of the shop; null: nothing, or something else went wrong. */
export function shopFault(error: unknown): string | null {
  const fault = error instanceof ApiProblem ? error.details.find(({ field }) => field === 'shop') : undefined;
  return fault === undefined ? null : fault.message.replace(/^shop\b/, 'This');
}

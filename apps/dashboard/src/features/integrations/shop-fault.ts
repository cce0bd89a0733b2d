import { ApiProblem } from '../../api/problem';

/** Returns the error about the address of the shop; null if there is none or it is about something else. */
export function shopFault(error: unknown): string | null {
  const fault = error instanceof ApiProblem ? error.details.find(({ field }) => field === 'shop') : undefined;
  return fault === undefined ? null : fault.message.replace(/^shop\b/, 'This');
}

import { ApiProblem } from '../../api/problem';

/** Whether a link in a mail was refused, and not what was typed. */
export const isBadToken = (error: unknown): boolean => error instanceof ApiProblem && error.details.some(({ field }) => field === 'token');

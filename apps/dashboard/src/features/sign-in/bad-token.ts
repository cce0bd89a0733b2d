import { ApiProblem } from '../../api/problem';

/** Returns whether the API rejected the link of a mail, not the input. */
export const isBadToken = (error: unknown): boolean => error instanceof ApiProblem && error.details.some(({ field }) => field === 'token');

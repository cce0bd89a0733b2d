import { ApiProblem } from '../../../api/problem';

/** Returns whether the campaign may have been sent although the call failed. A refusal says that nothing was sent. */
export const mayHaveBeenSent = (error: unknown): boolean => !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;

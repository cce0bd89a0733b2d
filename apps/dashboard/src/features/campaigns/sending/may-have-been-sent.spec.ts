import { ApiProblem, problemOf } from '../../../api/problem';
import { mayHaveBeenSent } from './may-have-been-sent';

describe('mayHaveBeenSent', () => {
  it('is unsure without an answer and after a failure of the service, not after a refusal', () => {
    expect([new ApiProblem(0, 'offline', ''), problemOf(502, null), new Error('x')].map(mayHaveBeenSent)).toEqual([true, true, true]);
    expect([400, 404, 409, 429].map((status) => mayHaveBeenSent(problemOf(status, null)))).toEqual([false, false, false, false]);
  });
});

import { minimise } from './minimise.js';

/** The test fails after this many calls, so that a search without a bound cannot hang it. */
const FAR_TOO_MANY = 5000;

describe('a search for a minimum', () => {
  const falling = (): { readonly calls: () => number; readonly objective: (at: Float64Array, gradient: Float64Array) => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      // Falls without end, so the search never reaches a minimum.
      objective: (at, gradient) => {
        calls += 1;
        if (calls > FAR_TOO_MANY) throw new Error('the search has no bound');
        gradient[0] = -1;
        return -at[0]!;
      },
    };
  };

  it('ends after 500 evaluations where there is no minimum', () => {
    const { objective, calls } = falling();
    const { evaluations } = minimise(objective, new Float64Array(1));
    expect([evaluations, calls()]).toEqual([500, 500]);
  });

  it('ends after the evaluations that it may take', () => {
    const { objective, calls } = falling();
    minimise(objective, new Float64Array(1), { mostEvaluations: 20 });
    expect(calls()).toBe(20);
  });
});

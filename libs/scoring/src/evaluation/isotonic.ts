/**
 * Isotonic regression by pooling adjacent violators (Barlow et al. 1972): the rising step function closest to `happened` in the
 * sense of least squares.
 *
 * @param sortedHappened what happened, in rising order of the prediction
 * @returns one fitted probability per element, never falling
 */
export function isotonicFit(sortedHappened: ArrayLike<number>): Float64Array {
  const sums: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < sortedHappened.length; i++) {
    let [sum, count] = [sortedHappened[i]!, 1];
    while (counts.length > 0 && sums.at(-1)! / counts.at(-1)! >= sum / count) {
      sum += sums.pop()!;
      count += counts.pop()!;
    }
    sums.push(sum);
    counts.push(count);
  }
  const fitted = new Float64Array(sortedHappened.length);
  let next = 0;
  for (const [block, count] of counts.entries()) {
    fitted.fill(sums[block]! / count, next, next + count);
    next += count;
  }
  return fitted;
}

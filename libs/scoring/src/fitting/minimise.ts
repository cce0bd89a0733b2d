/** A function of several variables: writes its gradient there and returns its value. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number;

/** The best point found, the value there, and what it cost. */
export interface Minimum {
  readonly at: Float64Array;
  readonly value: number;
  /** Calls of the function. */
  readonly evaluations: number;
}

/** Says when a search ends. */
export interface Ending {
  /** Calls of the function after which the search ends with the best point seen. */
  readonly mostEvaluations?: number;
  /** Bound of the largest component of the gradient, in units of 1 + |value|. */
  readonly tolerance?: number;
}

/** A fit takes 20 to 60 evaluations; this bounds those of peculiar data. */
const MOST_EVALUATIONS = 500;
const TOLERANCE = 1e-7;
/** A step that lowers the value by a smaller share moves within its rounding: from there on, only the line search would work. */
const ROUNDING = 1e-13;

/** Step in each variable for slopes by differences. */
const DIFFERENCE = 1e-4;
const SUFFICIENT_DECREASE = 1e-4;
const SMALLEST_STEP = 1e-10;
const LONGEST_STEP = 2;
/** Curvature below this says nothing but rounding. */
const LEAST_CURVATURE = 1e-12;

/**
 * Minimises a smooth function by BFGS with a backtracking line search (Nocedal and Wright, Numerical Optimization, algorithm 6.1).
 *
 * Never leaves a finite value for one that is not.
 *
 * @param start where to begin; left as it is
 */
export function minimise(
  objective: Objective,
  start: Float64Array,
  { mostEvaluations = MOST_EVALUATIONS, tolerance = TOLERANCE }: Ending = {},
): Minimum {
  const size = start.length;
  let at = Float64Array.from(start);
  let gradient = new Float64Array(size);
  let value = objective(at, gradient);
  let inverse = identity(size);
  let left = mostEvaluations - 1;
  const counted: Objective = (point, slopes) => {
    left -= 1;
    return objective(point, slopes);
  };
  while (Number.isFinite(value) && largest(gradient) > tolerance * (1 + Math.abs(value))) {
    let direction = descent(inverse, gradient);
    if (dot(direction, gradient) >= 0) {
      inverse = identity(size);
      direction = descent(inverse, gradient);
    }
    const next = searchAlong(counted, { at, value, slope: dot(direction, gradient) }, direction, () => left > 0);
    if (next === null) break;
    update(inverse, difference(next.at, at), difference(next.gradient, gradient));
    const isOver = value - next.value <= ROUNDING * (1 + Math.abs(value));
    ({ at, gradient, value } = next);
    if (isOver) break;
  }
  return { at, value, evaluations: mostEvaluations - left };
}

interface LinePoint {
  readonly at: Float64Array;
  readonly value: number;
  readonly slope: number;
}

/** Halves the step until the function falls enough; null when no step does, or the search must end. */
function searchAlong(
  objective: Objective,
  from: LinePoint,
  direction: Float64Array,
  mayGoOn: () => boolean,
): { at: Float64Array<ArrayBuffer>; gradient: Float64Array<ArrayBuffer>; value: number } | null {
  for (let step = Math.min(1, LONGEST_STEP / largest(direction)); step > SMALLEST_STEP && mayGoOn(); step /= 2) {
    const at = from.at.map((each, i) => each + step * direction[i]!);
    const gradient = new Float64Array(at.length);
    const value = objective(at, gradient);
    if (value <= from.value + SUFFICIENT_DECREASE * step * from.slope) return { at, gradient, value };
  }
  return null;
}

/** The inverse Hessian's BFGS update, row by row of a flat matrix. */
function update(inverse: Float64Array, step: Float64Array, change: Float64Array): void {
  const size = step.length;
  const curvature = dot(step, change);
  if (curvature <= LEAST_CURVATURE) return;
  const mapped = descent(inverse, change).map((each) => -each);
  const scale = (1 + dot(change, mapped) / curvature) / curvature;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      inverse[i * size + j] =
        inverse[i * size + j]! + scale * step[i]! * step[j]! - (mapped[i]! * step[j]! + step[i]! * mapped[j]!) / curvature;
    }
  }
}

/** −inverse · gradient. */
function descent(inverse: Float64Array, gradient: Float64Array): Float64Array<ArrayBuffer> {
  const size = gradient.length;
  const direction = new Float64Array(size);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) direction[i] = direction[i]! - inverse[i * size + j]! * gradient[j]!;
  return direction;
}

function identity(size: number): Float64Array<ArrayBuffer> {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) matrix[i * size + i] = 1;
  return matrix;
}

const difference = (one: Float64Array, other: Float64Array): Float64Array => one.map((each, i) => each - other[i]!);

const largest = (vector: Float64Array): number => vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

const dot = (one: Float64Array, other: Float64Array): number => one.reduce((sum, each, i) => sum + each * other[i]!, 0);

/** A function with its slopes by central differences. */
export function byDifferences(cost: (at: Float64Array) => number): Objective {
  return (at, gradient) => {
    for (let i = 0; i < at.length; i++) {
      const [above, below] = [Float64Array.from(at), Float64Array.from(at)];
      above[i]! += DIFFERENCE;
      below[i]! -= DIFFERENCE;
      gradient[i] = (cost(above) - cost(below)) / (2 * DIFFERENCE);
    }
    return cost(at);
  };
}

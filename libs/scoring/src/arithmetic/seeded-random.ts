/** State words that a generator without a stream number starts with: digits of pi and of the golden ratio. */
const NO_STREAM = 0x243f6a88;
const THIRD_WORD = 0x9e3779b9;
const WARM_UP_ROUNDS = 12;
/** Streams start from small numbers that share most bits, so that they need more rounds to part. */
const STREAM_WARM_UP_ROUNDS = 15;

/**
 * A seeded random number generator: sfc32 by Chris Doty-Humphrey (PractRand, 2010; public domain). The same seed and stream give the
 * same numbers, so a fit on the same orders gives the same model.
 */
export class SeededRandom {
  private a: number;
  private b: number;
  private c = THIRD_WORD;
  private counter = 1;

  /**
   * @param seed whole number; names the experiment or the shop
   * @param stream whole number; streams of one seed are independent, so one customer's history does not depend on how many others there are
   */
  constructor(seed: number, stream?: number) {
    this.a = seed | 0;
    this.b = (stream ?? NO_STREAM) | 0;
    const rounds = stream === undefined ? WARM_UP_ROUNDS : STREAM_WARM_UP_ROUNDS;
    for (let round = 0; round < rounds; round++) this.next();
  }

  /** Uniform in [0, 1), in steps of 2^-32. */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  /** Draws `size` different whole numbers below `count`, ascending; all of them when `size` is larger. */
  sample(count: number, size: number): Uint32Array {
    if (size >= count) return Uint32Array.from({ length: count }, (_, i) => i);
    const chosen = new Uint32Array(size);
    let taken = 0;
    // Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S): ascending and without extra memory.
    for (let i = 0; taken < size; i++) {
      if ((count - i) * this.unit() < size - taken) {
        chosen[taken] = i;
        taken += 1;
      }
    }
    return chosen;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Exponential waiting time with the given rate (events per unit of time), in that unit. */
  exponential(rate: number): number {
    return -Math.log(1 - this.unit()) / rate;
  }

  /** Standard normal, by the transform of Box and Muller (1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Gamma with the given shape and scale 1, by Marsaglia and Tsang, "A simple method for generating gamma variables" (2000). */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * (1 - this.unit()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - this.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  /** Beta(a, b), as the share of one gamma variable in the sum of two. */
  beta(a: number, b: number): number {
    const first = this.gamma(a);
    return first / (first + this.gamma(b));
  }

  private next(): number {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + result) | 0;
    return result >>> 0;
  }
}

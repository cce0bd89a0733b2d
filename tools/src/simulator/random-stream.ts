const WARM_UP_ROUNDS = 15;

/**
 * A seeded stream of random numbers: the generator sfc32 of Chris Doty-Humphrey (PractRand, 2010; public domain). Streams
 * with different `stream` numbers are independent, so one customer's history does not depend on how many others there are.
 */
export class RandomStream {
  private a: number;
  private b: number;
  private c = 0x9e3779b9;
  private counter = 1;

  /** @param seed whole number that names the shop. @param stream whole number that names the stream within the shop. */
  constructor(seed: number, stream: number) {
    this.a = seed | 0;
    this.b = stream | 0;
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) this.next();
  }

  /** Uniform in [0, 1), in steps of 2^-32. */
  unit(): number {
    return this.next() / 2 ** 32;
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

const WARM_UP_ROUNDS = 12;

/**
 * A seeded stream of chance, so that a fit on the same orders gives the same model: the generator sfc32 of Chris Doty-Humphrey
 * (PractRand, 2010; public domain).
 */
export class SeededRandom {
  private a: number;
  private b = 0x243f6a88;
  private c = 0x9e3779b9;
  private counter = 1;

  /** @param seed whole number. */
  constructor(seed: number) {
    this.a = seed | 0;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.next();
  }

  /** Uniform in [0, 1), in steps of 2^-32. */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  /** `size` different whole numbers below `count`, ascending; all of them when there are no more. */
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

/** A place in the log of a Postgres, as it writes it: `16/B374D848`. */
export function positionOf(lsn: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(lsn) ?? [];
  if (high === undefined || low === undefined) throw new Error(`"${lsn}" is no position in the log`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

interface Sighting {
  /** Everything that was committed at this moment stands in the log before `position`. */
  at: number;
  readonly position: bigint;
}

/** Most sightings kept of a replica that falls further and further behind. At the limit every second one is dropped. */
const MOST_SIGHTINGS = 512;

/**
 * Finds the time up to which a replica has everything, from the observed ends of the primary's log and the replayed position. No
 * clock but that of this process is asked, so neither clocks that differ nor a primary at rest nor a broken connection between the two
 * servers make a replica look newer than it is. Instants are milliseconds of `performance.now`.
 */
export class ReplicaFreshness {
  /** Sorted by `at` and by `position`, which both rise. */
  private sightings: Sighting[] = [];
  private freshAsOf: number | null = null;
  /** The last seen position of a replica that left the log of the primary; null while it may follow. */
  private divergedAt: bigint | null = null;

  /** @param at a moment before the primary was asked; no earlier than that of the call before */
  sawPrimary(at: number, position: bigint): void {
    const last = this.sightings.at(-1);
    if (last !== undefined && position < last.position) {
      // Another server is primary now, with less in its log. Positions of the former primary do not apply to it.
      this.forget();
      this.sightings.push({ at, position });
    } else if (last !== undefined && position === last.position) last.at = at;
    else this.sightings.push({ at, position });
    if (this.sightings.length > MOST_SIGHTINGS) this.sightings = this.sightings.filter((_, i) => i % 2 === 0);
  }

  /**
   * @param position up to which the replica has replayed
   * @param end where the log of the primary ended when it was asked after the replica; null when it was not asked. A replica never has more
   * than that, so one with a higher position follows another log: that of a former primary, which has lost its last commits.
   */
  sawReplica(position: bigint, end: bigint | null): void {
    if (end !== null && position > end) {
      this.forget();
      this.divergedAt = position;
    }
    // While the replica stands still it shows lost commits, even after the primary has passed this position. A rebuilt replica is at
    // another position.
    if (position === this.divergedAt) return;
    this.divergedAt = null;
    const reached = this.sightings.findLastIndex((sighting) => sighting.position <= position);
    const sighting = this.sightings[reached];
    if (sighting === undefined) return;
    this.freshAsOf = sighting.at;
    this.sightings = this.sightings.slice(reached);
  }

  get hasDiverged(): boolean {
    return this.divergedAt !== null;
  }

  private forget(): void {
    this.sightings = [];
    this.freshAsOf = null;
  }

  /** The greatest possible age of the replica's data; null: not known. */
  ageMs(now: number): number | null {
    return this.freshAsOf === null ? null : now - this.freshAsOf;
  }
}

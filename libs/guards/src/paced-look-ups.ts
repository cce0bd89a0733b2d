import { setTimeout as sleep } from 'node:timers/promises';

/** At most five look-ups a second, however many keys a caller makes up. */
const PAUSE_MS = 200;
/** Keys of one look-up: more than a process can refuse within the pause. */
const MOST_KEYS = 1000;

interface Group<Found> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/** Gathers keys, and looks all of them up at once, with a pause after each look-up. The first key after a pause does not wait. */
export class PacedLookUps<Found> {
  private gathering: Group<Found> | null = null;
  private previous: Promise<unknown> = Promise.resolve();

  /** @param ask returns the keys that exist */
  constructor(private readonly ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {}

  /** @returns null for a key that does not exist, or when the next look-up is full. @throws what `ask` throws */
  async find(key: string): Promise<Found | null> {
    this.gathering ??= this.gather();
    const { keys, found } = this.gathering;
    if (keys.size >= MOST_KEYS) return null;
    keys.add(key);
    return (await found).get(key) ?? null;
  }

  private gather(): Group<Found> {
    const keys = new Set<string>();
    const found = this.previous.then(() => {
      this.gathering = null;
      return this.ask([...keys]);
    });
    this.previous = found.catch(() => undefined).then(() => sleep(PAUSE_MS, undefined, { ref: false }));
    return { keys, found };
  }
}

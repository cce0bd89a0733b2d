import { unavailable } from '#libs/core';
import { type Caller, networkOf } from '#libs/guards';

const MIB = 2 ** 20;

/** A caller or a group of callers with one memory budget for their bodies. */
export interface Holder {
  readonly name: string;
  /** Bytes of memory that its bodies may take together. */
  readonly most: number;
}

/** A body counts with its bytes while it arrives, and with the parsed values from then on. */
const PROCESS: Holder = { name: 'process', most: 240 * MIB };
/** Callers without a credential. Their signature is checked only when the body is complete. They leave room for all others. */
const UNPROVEN: Holder = { name: 'unproven', most: 64 * MIB };
/** Above the most that one body takes: 16 MiB and a million values. */
const MOST_OF_TENANT = 80 * MIB;
const MOST_OF_ADDRESS = 16 * MIB;

/** Bytes in memory of each holder that has any. */
const held = new Map<string, number>();

/** Lists the holders of a request's body: its tenant, or the network of an address that has proved nothing yet. */
export const holdersOf = (caller: Pick<Caller, 'tenantId'> | undefined, address: string | undefined): readonly Holder[] =>
  caller === undefined
    ? [PROCESS, UNPROVEN, { name: `address ${networkOf(address)}`, most: MOST_OF_ADDRESS }]
    : [PROCESS, { name: `tenant ${caller.tenantId}`, most: MOST_OF_TENANT }];

/** The memory that one body takes from the budgets of its holders, until the request is served. */
export class Hold {
  private bytes = 0;

  constructor(private holders: readonly Holder[]) {}

  /** The one that answers for the body most narrowly: its tenant or its address. */
  get owner(): Holder {
    return this.holders.at(-1)!;
  }

  /** Moves the body to other holders, after its caller has proved a tenant. @throws AppError like `resize`; then the body has no holder */
  moveTo(holders: readonly Holder[]): void {
    const { bytes } = this;
    this.resize(0);
    this.holders = holders;
    this.resize(bytes);
  }

  /**
   * Changes the memory of the body, and takes or returns the difference. A body alone always has room. Otherwise a holder may take at most half of
   * what is free, so others always find room.
   * @param bytes that the body takes now
   * @throws AppError `service_unavailable` when a budget is used up; nothing changes then
   */
  resize(bytes: number): void {
    if (bytes > this.bytes) this.requireRoom(bytes);
    for (const { name } of this.holders) {
      const total = (held.get(name) ?? 0) + bytes - this.bytes;
      if (total === 0) held.delete(name);
      else held.set(name, total);
    }
    this.bytes = bytes;
  }

  private requireRoom(bytes: number): void {
    const own = this.othersOf(this.holders.at(-1)!) + bytes;
    for (const holder of this.holders) {
      const others = this.othersOf(holder);
      const isShared = holder !== this.holders.at(-1);
      const most = isShared ? holder.most - own : holder.most;
      if (others > 0 && others + bytes > most) throw unavailable('room for another large body');
    }
  }

  /** Bytes that other bodies of the holder take. */
  private othersOf({ name }: Holder): number {
    return (held.get(name) ?? 0) - this.bytes;
  }
}

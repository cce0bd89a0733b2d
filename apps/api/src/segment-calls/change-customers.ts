import { Injectable } from '@nestjs/common';
import { AppError, traitNameProblem, traitValueProblem } from '#libs/core';
import { isIdentifier } from '#libs/dto';
import type { Caller } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import type { AuditOrigin } from '#libs/tenants';
import { JoinAliases } from '../customers/aliases/join-aliases.js';
import { ManageTraits } from '../traits/manage-traits.js';
import { SetTraits } from '../traits/set-traits.js';
import type { MappedCall, UnusedCall } from './map-call.js';

/** The sender of a request. */
export interface Sender {
  readonly caller: Caller;
  readonly origin: JobOrigin;
  readonly auditOrigin: AuditOrigin;
}

/** Maximum aliases, and customers with traits, per request. Each takes a transaction. */
export const MOST_CHANGES = 250;

/** Sets traits and joins aliases. @returns what was refused */
@Injectable()
export class ChangeCustomers {
  constructor(
    private readonly traits: SetTraits,
    private readonly manageTraits: ManageTraits,
    private readonly joinAliases: JoinAliases,
  ) {}

  /** Sets the traits that the tenant has already: senders identify with many more numbers than the few names that it may have. */
  async setTraits({ caller, origin }: Sender, mapped: readonly MappedCall[]): Promise<UnusedCall[]> {
    const given = mapped.flatMap(({ traits }) => traits ?? []);
    if (given.length === 0) return [];
    const known = new Set((await this.manageTraits.list(caller.tenantId)).data.map(({ name }) => name));
    const ofCustomers = new Map<unknown, Map<string, number>>();
    for (const { customer, values } of given) {
      const usable = [...values].filter(([name, value]) => known.has(name) && problemOf(name, value) === null);
      if (isIdentifier(customer) && usable.length > 0)
        ofCustomers.set(customer, new Map([...(ofCustomers.get(customer) ?? []), ...usable]));
    }
    const failed: UnusedCall[] = [];
    for (const [i, [customer, values]] of [...ofCustomers].entries()) {
      const set = (): Promise<unknown> => this.traits.setUnread(caller.tenantId, String(customer), values, origin);
      const reason = i < MOST_CHANGES ? await reasonOf(set(), () => 'traits: they cannot be set now') : TOO_MANY_TRAITS;
      if (reason !== null) failed.push({ input: { customer_id: customer }, code: 'unused_traits', reason });
    }
    return failed;
  }

  async join({ caller, auditOrigin }: Sender, mapped: readonly MappedCall[]): Promise<UnusedCall[]> {
    const failed: UnusedCall[] = [];
    for (const [i, { customer, alias, input }] of mapped.flatMap((each) => each.alias ?? []).entries()) {
      const join = (): Promise<unknown> => this.joinAliases.join(caller, String(customer), String(alias), auditOrigin);
      const isUsable = isIdentifier(customer) && isIdentifier(alias);
      const notJoined = (code: string): string => (code === 'not_found' ? NEITHER_KNOWN : NOT_JOINED);
      const reason = !isUsable ? TWO_NEEDED : i < MOST_CHANGES ? await reasonOf(join(), notJoined) : TOO_MANY_ALIASES;
      if (reason !== null) failed.push({ input, code: 'unused_alias', reason });
    }
    return failed;
  }
}

const problemOf = (name: string, value: number): unknown => traitNameProblem(name) ?? traitValueProblem(name, value);

const OF_THE_CALL: ReadonlySet<string> = new Set(['conflict', 'not_found', 'validation_error']);

const TOO_MANY_TRAITS = `traits: a request sets those of ${MOST_CHANGES} customers`;
const TOO_MANY_ALIASES = `alias: a request joins ${MOST_CHANGES}`;
const TWO_NEEDED = 'userId and previousId: an alias needs both, each a text of 1 to 255 characters';
const NOT_JOINED = 'userId and previousId: the two are the same, one is joined with others or has 20 aliases, or one is being erased';
const NEITHER_KNOWN = 'userId and previousId: neither is known. A key that only sends events joins them all the same';

/** @returns the reason when a call was refused; null when it was not. Other errors concern the whole request. */
async function reasonOf(done: Promise<unknown>, reasonFor: (code: string) => string): Promise<string | null> {
  try {
    await done;
    return null;
  } catch (error) {
    if (error instanceof AppError && OF_THE_CALL.has(error.code)) return reasonFor(error.code);
    throw error;
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, Clock, conflict, type CustomerId, customerIdOf, DAY_MS, invalid, LIMITS, notFound } from '#libs/core';
import { Database, keepErasuresAway, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit, UsageMeter } from '#libs/tenants';
import { isIdentifier } from '#libs/dto';
import { type Caller, mayRead } from '#libs/guards';
import { BYTES_OF_ALIAS, BYTES_OF_CUSTOMER, createCustomers, createWaitingCustomers, insertScoreRequests } from '#libs/ingestion';
import { JobPublisher } from '#libs/queues';
import type { AliasDto, CustomerAliasesDto } from './alias.dto.js';
import {
  type AliasRow,
  aliasesOf,
  findCustomerOf,
  isBeingErased,
  type LockedIdentifier,
  lockIdentifiers,
  pairsOf,
  removeAlias,
  storeAlias,
} from './aliases.sql.js';

const { perCustomer: MOST, reversibleMs: REVERSIBLE_MS } = LIMITS.aliases;

/** An identifier as a caller names it. */
interface Named {
  readonly id: CustomerId;
  readonly externalId: string;
}

/** Joins two identifiers of one person, and separates them again. The score follows, because its request commits with the change. */
@Injectable()
export class JoinAliases {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly meter: UsageMeter,
  ) {}

  /**
   * Makes one identifier an alias of a customer. Joining again changes nothing.
   * @throws AppError `not_found` when neither identifier is known, `conflict` when the two cannot be joined, `quota_exceeded`.
   */
  async join(caller: Caller, externalId: string, alias: string, origin: AuditOrigin): Promise<CustomerAliasesDto> {
    if (alias === externalId) throw sameIdentifier(alias);
    const [pair, now] = [{ externalId, alias, isRead: mayRead(caller) }, this.clock.now()];
    const { answer } = await this.meter.storeWithin(caller.tenantId, MOST_BYTES, async () => ({
      events: 0,
      ...(await this.act(caller, (db) => joinAlias(db, pair, origin, now))),
    }));
    return pair.isRead ? answer : { external_id: externalId, aliases: [toAlias({ external_id: alias, joined_at: now.toISOString() })] };
  }

  /**
   * Turns an alias back into a separate customer.
   * @throws AppError `not_found` when the alias does not belong to the customer, `conflict` when it was joined too long ago
   */
  async separate(caller: Caller, externalId: string, alias: string, origin: AuditOrigin): Promise<CustomerAliasesDto> {
    const pair = { externalId, alias, isRead: mayRead(caller) };
    const unread = { external_id: externalId, aliases: [] };
    try {
      const answer = await this.act(caller, (db) => separateAlias(db, pair, origin, this.clock.now()));
      return pair.isRead ? answer : unread;
    } catch (error) {
      if (pair.isRead || !(error instanceof AppError) || error.code !== 'not_found') throw error;
      return unread;
    }
  }

  /** Hides from a caller who may not read which identifiers stand in the way. */
  private async act<Answer>(caller: Caller, work: (db: TenantDb) => Promise<Answer>): Promise<Answer> {
    const acted = this.database.transaction(caller.tenantId, work);
    const answer = await acted.catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'conflict' && !mayRead(caller) ? conflict(NOT_NOW) : error;
    });
    this.publisher.wakeScoring(caller.tenantId, { backfill: true });
    return answer;
  }
}

/** Both identifiers may be new. */
const MOST_BYTES = 2 * BYTES_OF_CUSTOMER + BYTES_OF_ALIAS;

const NOT_NOW =
  'the two identifiers cannot be joined or separated: one of them is joined with others, was joined too long ago, or is being erased. A key that may read gets the reason';

interface Pair {
  readonly externalId: string;
  readonly alias: string;
  /** False for a caller who may not read. Unknown identifiers then make no difference: both are made. */
  readonly isRead: boolean;
}

const namedBy = ({ tenantId }: TenantDb, externalId: string): Named => ({ id: customerIdOf(tenantId, externalId), externalId });

/** The answer to a join, and the bytes that it has stored. */
interface Joined {
  readonly answer: CustomerAliasesDto;
  readonly bytes: number;
}

/** Joins two identifiers in the caller's transaction, which then wakes up scoring. See `JoinAliases.join`. */
async function joinAlias(db: TenantDb, pair: Pair, origin: AuditOrigin, now: Date): Promise<Joined> {
  const [asked, alias] = [namedBy(db, pair.externalId), namedBy(db, pair.alias)];
  const { customer, created } = await lockPair(db, asked, alias, pair.isRead ? 'one' : 'both');
  const pairs = await pairsOf(db, [customer.id, alias.id]);
  const known = pairs.find((each) => each.alias_id === alias.id);
  const isNew = known?.customer_id !== customer.id;
  if (isNew) refuse(alias, customer, { known, pairs });
  // An erasure takes the alias with it, so an answer that both are joined would not stay true.
  await expectNoErasure(db, [customer.id, alias.id]);
  if (isNew) {
    await storeAlias(db, customer.id, alias.id, now);
    await askForScores(db, [customer.id, alias.id]);
    // The log does not name the customer, because it outlives erased data.
    await recordAudit(db, { action: 'customer.joined', ...origin }, now);
  }
  const answer = toReply(customer, await aliasesOf(db, customer.id));
  return { answer, bytes: created * BYTES_OF_CUSTOMER + (isNew ? BYTES_OF_ALIAS : 0) };
}

async function separateAlias(db: TenantDb, pair: Pair, origin: AuditOrigin, now: Date): Promise<CustomerAliasesDto> {
  const [asked, alias] = [namedBy(db, pair.externalId), namedBy(db, pair.alias)];
  const { customer, joinedAt } = await lockPair(db, asked, alias, 'none');
  const isJoined = (await pairsOf(db, [alias.id])).some((each) => each.alias_id === alias.id && each.customer_id === customer.id);
  if (!isJoined || joinedAt === null) throw notFound('alias');
  if (now.getTime() - joinedAt.getTime() > REVERSIBLE_MS)
    throw conflict(
      `${quoted(pair.alias)} was joined on ${joinedAt.toISOString()}: an alias can be taken back for ${REVERSIBLE_MS / DAY_MS} days`,
    );
  await expectNoErasure(db, [customer.id, alias.id]);
  await removeAlias(db, customer.id, alias.id);
  await askForScores(db, [customer.id, alias.id]);
  await recordAudit(db, { action: 'customer.separated', ...origin }, now);
  return toReply(customer, await aliasesOf(db, customer.id));
}

interface Locked {
  readonly customer: LockedIdentifier;
  readonly joinedAt: Date | null;
  /** Number of customers that were made. */
  readonly created: number;
}

/**
 * Locks the customer of an identifier and the alias, and keeps erasures away.
 * @param creates how many of the two are made when they are not known
 * @throws AppError `not_found` for identifiers that are not known and not to be made.
 */
async function lockPair(db: TenantDb, asked: Named, alias: Named, creates: 'none' | 'one' | 'both'): Promise<Locked> {
  await keepErasuresAway(db);
  await createWaitingCustomers(db, [asked.id, alias.id]);
  const customerId = await findCustomerOf(db, asked.id);
  let locked = await lockIdentifiers(db, [customerId, alias.id]);
  const known = locked.length;
  const mayCreate = creates === 'both' || (creates === 'one' && known === 1);
  if (mayCreate && known < 2 && customerId !== alias.id && isIdentifier(asked.externalId)) {
    await createCustomers(db, [asked, alias]);
    locked = await lockIdentifiers(db, [customerId, alias.id]);
  }
  const customer = locked.find(({ id }) => id === customerId);
  const other = locked.find(({ id }) => id === alias.id);
  if (customer === undefined) throw notFound('customer');
  if (other === undefined) throw notFound(creates === 'none' ? 'alias' : 'customer');
  // Another request has joined the customer between the two statements.
  if (customer.joined_at !== null) throw conflict(`${quoted(asked.externalId)} was joined to another customer at this moment: ask again`);
  return { customer, joinedAt: other.joined_at, created: locked.length - known };
}

type JoinedPairs = Awaited<ReturnType<typeof pairsOf>>;

/** @throws AppError when the alias cannot become one of the customer. */
function refuse(
  { id, externalId }: Named,
  customer: LockedIdentifier,
  { known, pairs }: { readonly known: JoinedPairs[number] | undefined; readonly pairs: JoinedPairs },
): void {
  if (id === customer.id) throw conflict(`${quoted(externalId)} is the customer whose alias you named: the two are joined already`);
  if (known !== undefined)
    throw conflict(`${quoted(externalId)} is an alias of ${quoted(known.customer)} already: take it back there first`);
  const own = pairs.filter((each) => each.customer_id === id).map((each) => quoted(each.alias));
  if (own.length > 0)
    throw conflict(
      `${quoted(externalId)} has aliases of its own, ${own.join(', ')}: an alias cannot have any. Join them the other way round`,
    );
  if (pairs.filter((each) => each.customer_id === customer.id).length >= MOST)
    throw conflict(`${quoted(customer.external_id)} has ${MOST} aliases, and a customer can have no more`);
}

async function expectNoErasure(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (await isBeingErased(db, ids)) throw conflict('one of the two is being erased: ask again when the erasure has ended');
}

/** Requests scores as for imported history, because the customer did nothing: no webhook is sent, and no customer counts as having come back. */
const askForScores = (db: TenantDb, others: readonly CustomerId[]): Promise<void> =>
  insertScoreRequests(db, { customers: [], orders: [], others, restated: [] }, true);

const quoted = (text: string): string => JSON.stringify(text);

const sameIdentifier = (alias: string): AppError =>
  invalid('alias', 'same_identifier', `alias ${quoted(alias)} is the identifier of the customer itself: it must be another one`);

export const toAlias = ({ external_id: alias, joined_at: joinedAt }: AliasRow): AliasDto => {
  const at = new Date(joinedAt);
  return { alias, joined_at: at.toISOString(), reversible_until: new Date(at.getTime() + REVERSIBLE_MS).toISOString() };
};

const toReply = (customer: LockedIdentifier, aliases: readonly AliasRow[]): CustomerAliasesDto => ({
  external_id: customer.external_id,
  aliases: aliases.map(toAlias),
});

import type { TenantId } from '#libs/core';
import type { FindOneOptions, FindOptionsOrder, FindOptionsWhere, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';

export { IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';

/** The property that holds the tenant's id: `id` of the tenant itself, `tenantId` of everything else. */
type TenantKey<E> = E extends { tenantId: TenantId } ? 'tenantId' : 'id';
/** A condition on rows of the tenant. The repository adds the tenant. */
export type TenantWhere<E> = Omit<FindOptionsWhere<E>, TenantKey<E>>;
/** Columns to store. The repository adds the tenant. */
export type TenantRow<E> = Partial<Omit<E, TenantKey<E>>>;

export interface FindRows<E> {
  readonly order?: FindOptionsOrder<E>;
  readonly take?: number;
  /** Locks the rows until the transaction ends. NO KEY: rows that only refer to them can still be written. */
  readonly lock?: 'for_no_key_update' | 'pessimistic_read' | 'pessimistic_write';
}

/**
 * Rows of one table that belong to one tenant, for statements that are simple and not hot. It adds the tenant to every condition and to
 * every stored row, so a caller can neither forget nor change it. Row-level security stands behind it.
 */
export class TenantRepository<E extends ObjectLiteral> {
  private readonly tenantKey: string;

  constructor(
    private readonly rows: Repository<E>,
    private readonly tenantId: TenantId,
  ) {
    this.tenantKey = rows.metadata.findColumnWithPropertyName('tenantId') === undefined ? 'id' : 'tenantId';
  }

  find(where: TenantWhere<E>, options: FindRows<E> = {}): Promise<E[]> {
    return this.rows.find({ where: this.ofTenant(where), ...toOptions(options) });
  }

  /** @returns null when the row does not exist */
  findOne(where: TenantWhere<E>, options: FindRows<E> = {}): Promise<E | null> {
    return this.rows.findOne({ where: this.ofTenant(where), ...toOptions(options) });
  }

  exists(where: TenantWhere<E>): Promise<boolean> {
    return this.rows.existsBy(this.ofTenant(where));
  }

  count(where: TenantWhere<E>): Promise<number> {
    return this.rows.countBy(this.ofTenant(where));
  }

  /** @throws when a key or a unique index has the row already; the transaction cannot go on then. */
  async insert(row: TenantRow<E>): Promise<void> {
    await this.rows.createQueryBuilder().insert().values(this.withTenant(row)).updateEntity(false).execute();
  }

  /** Inserts the row unless a key or a unique index has it already. @returns false when the row was there. */
  async insertIfAbsent(row: TenantRow<E>): Promise<boolean> {
    const key = this.rows.metadata.primaryColumns.map(({ propertyName }) => propertyName);
    const insert = this.rows.createQueryBuilder().insert().values(this.withTenant(row)).updateEntity(false).orIgnore().returning(key);
    return ((await insert.execute()).raw as unknown[]).length > 0;
  }

  /** @returns how many rows were changed. */
  async update(where: TenantWhere<E>, changes: TenantRow<E>): Promise<number> {
    return (await this.rows.update(this.ofTenant(where), { ...changes } as QueryDeepPartialEntity<E>)).affected ?? 0;
  }

  /** @returns how many rows were deleted. */
  async delete(where: TenantWhere<E>): Promise<number> {
    return (await this.rows.delete(this.ofTenant(where))).affected ?? 0;
  }

  /** TypeORM leaves a condition out when its value is missing; the statement would then reach all rows of the tenant. */
  private ofTenant(where: TenantWhere<E>): FindOptionsWhere<E> {
    const missing = Object.entries(where).find(([, value]) => value === undefined || value === null);
    if (missing !== undefined) throw new TypeError(`${this.rows.metadata.name}: the condition on ${missing[0]} has no value; use IsNull()`);
    return { ...where, [this.tenantKey]: this.tenantId };
  }

  private withTenant(row: TenantRow<E>): QueryDeepPartialEntity<E> {
    return { ...row, [this.tenantKey]: this.tenantId };
  }
}

const toOptions = <E>({ order, take, lock }: FindRows<E>): Pick<FindOneOptions<E>, 'order' | 'lock'> & { take?: number } => ({
  ...(order !== undefined && { order }),
  ...(take !== undefined && { take }),
  ...(lock !== undefined && { lock: { mode: lock } }),
});

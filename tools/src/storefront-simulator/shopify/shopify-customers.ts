import { GraphQLError } from 'graphql';
import type { SimulatedShop } from '../simulated-shop.js';

/** A customer of a simulated shop. */
export interface ShopifyRecord {
  /** Values by namespace and key, such as `$app:churn.churn_score`. */
  readonly metafields: Map<string, { readonly type: string; readonly value: string }>;
  readonly tags: Set<string>;
}

interface MetafieldInput {
  readonly ownerId: string;
  readonly namespace: string;
  readonly key: string;
  readonly value: string;
  readonly type: string;
}
type Identifier = Pick<MetafieldInput, 'ownerId' | 'namespace' | 'key'>;
type UserErrors = { readonly field?: string[]; readonly message: string; readonly code?: string }[];

/** Metafields of a call. */
const MOST_METAFIELDS = 25;
const VALUES: Readonly<Record<string, RegExp>> = {
  number_decimal: /^-?\d{1,13}(\.\d{1,9})?$/,
  single_line_text_field: /^[^\n]{1,255}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/** The customers of a shop with their metafields and tags, as Shopify's documentation describes them. */
export class ShopifyCustomers {
  readonly records = new Map<string, ShopifyRecord>();
  readonly definitions = new Map<string, string>();
  /** Customers with changes that are refused. */
  readonly refuses = new Set<string>();
  /** Values of `churn_score` in the order of arrival, by customer. */
  readonly history = new Map<string, string[]>();

  constructor(private readonly shop: SimulatedShop) {}

  /** Adds a customer by number. */
  add(number: bigint | number | string, tags: string[] = []): ShopifyRecord {
    const record = { metafields: new Map(), tags: new Set(tags) };
    this.records.set(gidOf(number), record);
    return record;
  }

  /** Returns values by key, and the tags. */
  shown(number: bigint | number | string): { readonly values: Record<string, string>; readonly tags: string[] } {
    const record = this.records.get(gidOf(number));
    const values = [...(record?.metafields ?? [])].map(([name, { value }]) => [name, value] as const);
    return { values: Object.fromEntries(values), tags: [...(record?.tags ?? [])].toSorted() };
  }

  get resolvers(): object {
    return {
      metafieldsSet: this.guarded(({ metafields }: { metafields: MetafieldInput[] }) => ({ userErrors: this.set(metafields) })),
      metafieldsDelete: this.guarded(({ metafields }: { metafields: Identifier[] }) => ({ userErrors: this.delete(metafields) })),
      tagsAdd: this.guarded(({ id, tags }: { id: string; tags: string[] }) => ({
        userErrors: this.change(id, (record) => tags.forEach((tag) => record.tags.add(tag))),
      })),
      tagsRemove: this.guarded(({ id, tags }: { id: string; tags: string[] }) => ({
        userErrors: this.change(id, (record) => tags.forEach((tag) => record.tags.delete(tag))),
      })),
      metafieldDefinitionCreate: this.guarded(({ definition }: { definition: { namespace: string; key: string; type: string } }) => {
        const name = `${definition.namespace}.${definition.key}`;
        if (this.definitions.has(name)) return { userErrors: [{ message: 'Key is in use', code: 'TAKEN' }] };
        this.definitions.set(name, definition.type);
        return { userErrors: [] };
      }),
    };
  }

  private guarded<Input, Output>(resolve: (input: Input) => Output): (input: Input) => Output {
    return (input) => {
      if (!this.shop.scopes.includes('write_customers')) throw new GraphQLError('Access denied', { extensions: { code: 'ACCESS_DENIED' } });
      return resolve(input);
    };
  }

  /** Sets all metafields of a call or none. */
  private set(metafields: readonly MetafieldInput[]): UserErrors {
    if (metafields.length > MOST_METAFIELDS) return [{ message: 'Too many', code: 'LESS_THAN_OR_EQUAL_TO' }];
    const wrong = metafields.flatMap(({ ownerId, namespace, key, type, value }): UserErrors => {
      if (!this.records.has(ownerId)) return [{ message: `Owner ${ownerId} does not exist`, code: 'INVALID' }];
      if (this.refuses.has(ownerId)) return [{ message: `Refused: ${value}`, code: 'INVALID_VALUE' }];
      const defined = this.definitions.get(`${namespace}.${key}`);
      if (defined !== undefined && defined !== type) return [{ message: 'Type differs', code: 'INVALID_TYPE' }];
      return VALUES[type]?.test(value) === true ? [] : [{ message: `Invalid: ${value}`, code: 'INVALID_VALUE' }];
    });
    if (wrong.length > 0) return wrong;
    for (const { ownerId, namespace, key, type, value } of metafields) {
      this.records.get(ownerId)?.metafields.set(`${namespace}.${key}`, { type, value });
      if (key === 'churn_score') this.history.set(ownerId, [...(this.history.get(ownerId) ?? []), value]);
    }
    return [];
  }

  private delete(metafields: readonly Identifier[]): UserErrors {
    for (const { ownerId, namespace, key } of metafields) this.records.get(ownerId)?.metafields.delete(`${namespace}.${key}`);
    return [];
  }

  private change(id: string, change: (record: ShopifyRecord) => void): UserErrors {
    const record = this.records.get(id);
    if (record === undefined) return [{ field: ['id'], message: `Customer ${id} does not exist` }];
    change(record);
    return [];
  }
}

export const gidOf = (number: bigint | number | string): string => `gid://shopify/Customer/${number}`;

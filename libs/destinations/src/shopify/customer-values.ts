import { LABELS } from '#libs/core';
import type { Profile } from '../profile.js';

/** A customer of a Shopify shop, and the values that we want there. */
export interface ShopifyCustomer {
  /** Our internal id, for the log; null once the customer was erased. */
  readonly id: string | null;
  /** Shopify's id, such as `gid://shopify/Customer/544365967`. */
  readonly gid: string;
  /** Null: clears what we wrote. */
  readonly profile: Profile | null;
}

/** The namespace belongs to the app: other apps cannot write in it. */
const NAMESPACE = '$app:churn';

/** The metafields of a customer. Definitions with types let merchants build segments of them. */
const METAFIELDS = [
  { key: 'churn_score', name: 'Churn score', type: 'number_decimal', valueOf: ({ churnScore }: Profile) => String(churnScore) },
  { key: 'churn_label', name: 'Churn risk', type: 'single_line_text_field', valueOf: ({ churnLabel }: Profile) => churnLabel },
  { key: 'lifecycle', name: 'Lifecycle', type: 'single_line_text_field', valueOf: ({ lifecycle }: Profile) => lifecycle },
  {
    key: 'revenue_at_risk',
    name: 'Revenue to win',
    type: 'number_decimal',
    valueOf: ({ revenueAtRisk }: Profile) => String(revenueAtRisk),
  },
  { key: 'next_order_p50', name: 'Next order expected', type: 'date', valueOf: ({ nextOrderP50 }: Profile) => nextOrderP50 },
  { key: 'campaign_offer', name: 'Offer', type: 'single_line_text_field', valueOf: ({ offer }: Profile) => offer?.name || null },
  {
    key: 'campaign_offer_text',
    name: 'Text of the offer',
    type: 'multi_line_text_field',
    valueOf: ({ offer }: Profile) => offer?.text || null,
  },
] as const;

/** The definitions of the metafields, as Shopify takes them. */
export const DEFINITIONS = METAFIELDS.map(({ key, name, type }) => ({
  namespace: NAMESPACE,
  key,
  name,
  type,
  ownerType: 'CUSTOMER',
  access: { admin: 'MERCHANT_READ' },
}));

const TAGS = LABELS.map((label) => `churn:${label}`);

type Variables = Readonly<Record<string, unknown>>;

/** One of the mutations that bring a customer up to date. Repeating it changes nothing. */
export interface Step {
  /** The field of the mutation. */
  readonly field: string;
  /** Its variables with their types. */
  readonly types: Readonly<Record<string, string>>;
  readonly errorFields: string;
  /** @returns null when the customer needs no such mutation */
  readonly variablesOf: (customer: ShopifyCustomer) => Variables | null;
}

/** In this order: a customer never has two of our tags. */
export const STEPS: readonly Step[] = [
  {
    field: 'metafieldsSet',
    types: { metafields: '[MetafieldsSetInput!]!' },
    errorFields: 'code',
    variablesOf: ({ gid, profile }) => {
      const metafields = METAFIELDS.flatMap(({ key, type, valueOf }) => {
        const value = profile === null ? null : valueOf(profile);
        return value === null ? [] : [{ ownerId: gid, namespace: NAMESPACE, key, type, value }];
      });
      return metafields.length === 0 ? null : { metafields };
    },
  },
  {
    field: 'metafieldsDelete',
    types: { metafields: '[MetafieldIdentifierInput!]!' },
    errorFields: 'field',
    variablesOf: ({ gid, profile }) => {
      const gone = METAFIELDS.filter(({ valueOf }) => profile === null || valueOf(profile) === null);
      return gone.length === 0 ? null : { metafields: gone.map(({ key }) => ({ ownerId: gid, namespace: NAMESPACE, key })) };
    },
  },
  {
    field: 'tagsRemove',
    types: { id: 'ID!', tags: '[String!]!' },
    errorFields: 'field',
    variablesOf: ({ gid, profile }) => ({ id: gid, tags: TAGS.filter((tag) => tag !== tagOf(profile)) }),
  },
  {
    field: 'tagsAdd',
    types: { id: 'ID!', tags: '[String!]!' },
    errorFields: 'field',
    variablesOf: ({ gid, profile }) => (profile === null ? null : { id: gid, tags: [tagOf(profile)] }),
  },
];

const tagOf = (profile: Profile | null): string | null => (profile === null ? null : `churn:${profile.churnLabel}`);

/** Returns the mutation of a step with its variables, for a bulk operation. */
export function mutationOf({ field, types, errorFields }: Step): string {
  const names = Object.entries(types);
  const declared = names.map(([name, type]) => `$${name}: ${type}`).join(', ');
  const given = names.map(([name]) => `${name}: $${name}`).join(', ');
  return `mutation Bulk(${declared}) { ${field}(${given}) { userErrors { ${errorFields} } } }`;
}

/** One request with all mutations of some customers. */
export interface DirectRequest {
  readonly query: string;
  readonly variables: Variables;
  /** The aliases of the mutations of each customer, in the order of the customers. */
  readonly aliases: readonly (readonly string[])[];
}

/** Returns one request for a few customers. Shopify runs its mutations in this order. */
export function directRequest(customers: readonly ShopifyCustomer[]): DirectRequest {
  const declared: string[] = [];
  const calls: string[] = [];
  const variables: Record<string, unknown> = {};
  const aliases = customers.map((customer, i) =>
    STEPS.flatMap(({ field, types, errorFields, variablesOf }) => {
      const values = variablesOf(customer);
      if (values === null) return [];
      const alias = `${field}${i}`;
      const given = Object.entries(types).map(([name, type]) => {
        const variable = `${alias}_${name}`;
        declared.push(`$${variable}: ${type}`);
        variables[variable] = values[name];
        return `${name}: $${variable}`;
      });
      calls.push(`${alias}: ${field}(${given.join(', ')}) { userErrors { ${errorFields} } }`);
      return [alias];
    }),
  );
  return { query: `mutation Profiles(${declared.join(', ')}) { ${calls.join(' ')} }`, variables, aliases };
}

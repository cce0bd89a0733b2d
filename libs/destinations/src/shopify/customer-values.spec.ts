import { buildSchema, parse, validate } from 'graphql';
import type { Profile } from '../profile.js';
import { directRequest, mutationOf, type ShopifyCustomer, STEPS } from './customer-values.js';

const SCHEMA = buildSchema(`
type Query { nothing: Int }
input MetafieldsSetInput { ownerId: ID! namespace: String key: String! value: String! type: String }
input MetafieldIdentifierInput { ownerId: ID! namespace: String! key: String! }
type Problem { code: String field: [String!] }
type Payload { userErrors: [Problem!]! }
type Mutation {
  metafieldsSet(metafields: [MetafieldsSetInput!]!): Payload
  metafieldsDelete(metafields: [MetafieldIdentifierInput!]!): Payload
  tagsAdd(id: ID!, tags: [String!]!): Payload
  tagsRemove(id: ID!, tags: [String!]!): Payload
}`);

const profile: Profile = {
  id: 'a',
  externalId: '1',
  churnScore: 0.5,
  churnLabel: 'high',
  lifecycle: 'slipping',
  revenueAtRisk: 12.5,
  nextOrderP50: '2026-12-03',
  offer: { name: '10 % off', text: 'BACK10' },
};
const customer = (change: Partial<Profile> = {}): ShopifyCustomer => ({
  id: 'a',
  gid: 'gid://shopify/Customer/1',
  profile: { ...profile, ...change },
});
const gone: ShopifyCustomer = { id: null, gid: 'gid://shopify/Customer/2', profile: null };
const fieldsFor = (each: ShopifyCustomer): string[] => STEPS.filter((step) => step.variablesOf(each) !== null).map(({ field }) => field);

describe('the mutations of a customer', () => {
  it('set all values, and one tag in the place of the other three', () => {
    expect(fieldsFor(customer())).toEqual(['metafieldsSet', 'tagsRemove', 'tagsAdd']);
    const [set, , remove, add] = STEPS.map((step) => step.variablesOf(customer()));
    expect(set?.['metafields']).toHaveLength(7);
    expect(remove?.['tags']).toEqual(['churn:low', 'churn:medium', 'churn:critical']);
    expect(add?.['tags']).toEqual(['churn:high']);
  });

  it('delete a value that is not known any more', () => {
    expect(fieldsFor(customer({ nextOrderP50: null }))).toContain('metafieldsDelete');
    expect(STEPS[1]?.variablesOf(customer({ nextOrderP50: null }))).toEqual({
      metafields: [{ ownerId: 'gid://shopify/Customer/1', namespace: '$app:churn', key: 'next_order_p50' }],
    });
  });

  it('clear everything of a customer who has gone', () => {
    expect(fieldsFor(gone)).toEqual(['metafieldsDelete', 'tagsRemove']);
    expect(STEPS[1]?.variablesOf(gone)?.['metafields']).toHaveLength(7);
    expect(STEPS[2]?.variablesOf(gone)?.['tags']).toHaveLength(4);
  });

  it('are valid, for a bulk operation and for one request with several customers', () => {
    for (const step of STEPS) expect(validate(SCHEMA, parse(mutationOf(step)))).toEqual([]);
    const { query, variables, aliases } = directRequest([customer(), gone]);
    expect(validate(SCHEMA, parse(query))).toEqual([]);
    expect(aliases).toEqual([
      ['metafieldsSet0', 'tagsRemove0', 'tagsAdd0'],
      ['metafieldsDelete1', 'tagsRemove1'],
    ]);
    expect(variables).toMatchObject({ tagsAdd0_tags: ['churn:high'], tagsRemove1_id: 'gid://shopify/Customer/2' });
  });
});

import { customerIdOf, isUuid, newId, newIds, timeOfId, toTenantId } from './ids.js';

const TEXT = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
const TENANT = toTenantId(TEXT);
const OTHER = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c');

describe('ids in a row', () => {
  it('rise one by one, however many, and look like those made alone', () => {
    const ids = newIds(1000);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('carry the time that the caller names', () => {
    const at = new Date('2026-11-22T08:00:00.123Z');
    const ids = newIds(3, at);
    expect(ids.map(timeOfId)).toEqual([at.getTime(), at.getTime(), at.getTime()]);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });
});

describe('the internal id of a customer', () => {
  // Every stored customer has such an id: other values would orphan all of them. (Python: uuid.uuid5)
  it.each([
    ['c-42', '36e58027-35d1-50b2-ba09-6de8da2de2ba'],
    ['Ünï/😀 ', 'ea5d5b76-90e3-5756-b599-fc5d20ebdba0'],
  ])('of %j is the same for ever', (externalId, id) => {
    expect(customerIdOf(TENANT, externalId)).toBe(id);
  });

  it('differs between tenants and between spellings', () => {
    const ids = ['c-42', 'C-42', 'c-42 ', 'é', 'e\u0301'].flatMap((each) => [customerIdOf(TENANT, each), customerIdOf(OTHER, each)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(isUuid)).toBe(true);
  });
});

describe('a tenant id', () => {
  it('is kept in lower case, however it is written', () => {
    expect(toTenantId(TEXT.toUpperCase())).toBe(TEXT);
  });

  it.each([
    '',
    ' ',
    'demo',
    `${TEXT} `,
    ` ${TEXT}`,
    `${TEXT}\n`,
    `${TEXT}'; DROP TABLE tenants; --`,
    "'; RESET ROLE; --",
    TEXT.replaceAll('-', ''),
    `{${TEXT}}`,
    TEXT.replace('0', 'g'),
    TEXT.replace('0', '٠'),
    'undefined',
  ])('is never %j', (text) => {
    expect(() => toTenantId(text)).toThrow(new TypeError('not a tenant id'));
  });

  it.each([[null], [undefined], [5], [[TEXT]], [{ toString: () => TEXT }]])('is never a value that only reads like one: %j', (value) => {
    expect(() => toTenantId(value as unknown as string)).toThrow(TypeError);
  });
});

describe('a new id', () => {
  it('sorts after those made before it', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every(isUuid)).toBe(true);
  });
});

describe('the time in an id', () => {
  it('is when it was made', () => {
    const before = Date.now();
    const madeAt = timeOfId(newId());
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
  });
});

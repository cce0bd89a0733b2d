import { customerIdOf, isUuid, newId, newIds, timeOfId, toTenantId } from './ids.js';

const TEXT = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
const TENANT = toTenantId(TEXT);
const OTHER = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c');

describe('several ids made at once', () => {
  it('ascend, in any number, and have the same format as single ones', () => {
    const ids = newIds(1000);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('contain the time that the caller gives', () => {
    const at = new Date('2026-11-22T08:00:00.123Z');
    const ids = newIds(3, at);
    expect(ids.map(timeOfId)).toEqual([at.getTime(), at.getTime(), at.getTime()]);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });
});

describe('the internal id of a customer', () => {
  // Every stored customer has such an id: other values would orphan all customers. (Python: uuid.uuid5)
  it.each([
    ['c-42', '36e58027-35d1-50b2-ba09-6de8da2de2ba'],
    ['Ünï/😀 ', 'ea5d5b76-90e3-5756-b599-fc5d20ebdba0'],
  ])('of %j never changes', (externalId, id) => {
    expect(customerIdOf(TENANT, externalId)).toBe(id);
  });

  it('differs between tenants and between spellings', () => {
    const ids = ['c-42', 'C-42', 'c-42 ', 'é', 'e\u0301'].flatMap((each) => [customerIdOf(TENANT, each), customerIdOf(OTHER, each)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(isUuid)).toBe(true);
  });
});

describe('a tenant id', () => {
  it('is stored in lower case', () => {
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
  ])('cannot be %j', (text) => {
    expect(() => toTenantId(text)).toThrow(new TypeError('not a tenant id'));
  });

  it.each([[null], [undefined], [5], [[TEXT]], [{ toString: () => TEXT }]])('cannot be a value that only converts to one: %j', (value) => {
    expect(() => toTenantId(value as unknown as string)).toThrow(TypeError);
  });
});

describe('a new id', () => {
  it('sorts after the earlier ones', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every(isUuid)).toBe(true);
  });
});

describe('the time in an id', () => {
  it('is the time of its creation', () => {
    const before = Date.now();
    const madeAt = timeOfId(newId());
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
  });
});

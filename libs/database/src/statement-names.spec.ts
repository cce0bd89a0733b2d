import { nameOf } from './statement-names.js';

describe('the name of a prepared statement', () => {
  it('stays the same, and changes a few times while the statement is young', () => {
    const names = Array.from({ length: 10_000 }, () => nameOf('SELECT 1'));
    expect(new Set(names).size).toBe(5);
    expect(names.findIndex((name) => name !== names[0])).toBe(8);
    expect(names.lastIndexOf(names[4999]!)).toBe(9999);
  });

  it('is short enough for Postgres, and differs between statements', () => {
    expect(nameOf('SELECT 2').length).toBeLessThan(63);
    expect(nameOf('SELECT 2')).not.toBe(nameOf('SELECT 3'));
  });
});

import { parseStat } from './cpu-time.js';

describe('CPU times of a process', () => {
  it('are read after a program name with spaces and brackets', () => {
    const text = '42 (postgres: (x) y) S 7 42 42 0 -1 4194304 10 20 0 0 150 50 30 10 20 0 1 0 99 1000 2000';
    expect(parseStat(42, text)).toEqual({ pid: 42, parent: 7, own: 200, reaped: 40 });
  });
});

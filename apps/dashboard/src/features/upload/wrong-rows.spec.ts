import { listFile, NONE_WRONG, reasonsOf, WrongRowList } from './wrong-rows';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ line: from + i, reason: `"${from + i}" is wrong` }));

describe('the list of wrong rows', () => {
  it('names the most frequent reasons first, each with its first lines', () => {
    const list = new WrongRowList(NONE_WRONG);
    list.add([{ line: 2, reason: 'rare' }, ...[3, 4, 5, 6].map((line) => ({ line, reason: 'frequent' }))]);
    expect(reasonsOf(list.report)).toEqual([
      { reason: 'frequent', rows: 4, lines: [3, 4, 5] },
      { reason: 'rare', rows: 1, lines: [2] },
    ]);
  });

  it('has far more than a thousand of them, in the order of the file, and is a CSV file', async () => {
    const list = new WrongRowList(NONE_WRONG);
    for (let from = 2; from < 50_002; from += 100) list.add(rows(from, 100));
    const lines = (await listFile(list.report).text()).trimEnd().split('\n');
    expect(lines).toHaveLength(50_001);
    expect(lines.slice(0, 2)).toEqual(['line,reason', '2,"""2"" is wrong"']);
    expect(lines.at(-1)).toBe('50001,"""50001"" is wrong"');
  });

  it('says how many do not fit, and goes on so after a break', async () => {
    const list = new WrongRowList(NONE_WRONG, 1000);
    list.add(rows(1000, 100));
    const { count, listed } = list.report;
    expect(count).toBe(100);
    expect(listed).toBeGreaterThan(10);
    expect(listed).toBeLessThan(100);
    expect((await listFile(list.report).text()).length).toBeLessThanOrEqual(1000 + 'line,reason\n'.length);
    const later = new WrongRowList(list.report, 1000);
    later.add(rows(2000, 5));
    expect(later.report).toMatchObject({ count: 105, listed });
  });

  it('keeps a report as it was when the list has grown', () => {
    const list = new WrongRowList(NONE_WRONG);
    list.add(rows(2, 3));
    const before = list.report;
    list.add(rows(9, 3));
    expect(new WrongRowList(before).report).toEqual({ count: 3, listed: 3, rows: rows(2, 3) });
  });
});

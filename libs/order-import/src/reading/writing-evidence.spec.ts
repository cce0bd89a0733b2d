import { inspectFile } from './inspect-file.js';

describe('dates and amounts that can be read in two ways', () => {
  const inspect = async (lines: readonly string[]) => {
    const rows = lines.map((line, i) => ({ line: i + 2, fields: line.split(';') }));
    const { layout, writing } = await inspectFile(() => Promise.resolve({ header: ['customer_id', 'occurred_at', 'value'], rows }));
    return { format: layout, ...writing };
  };

  it('are read as other rows of the file say, however late these come', async () => {
    const open = Array.from({ length: 2500 }, (_, i) => `c-${i};03/04/2026;1.234`);
    const found = { format: 'generic', slashes: 'day_first', decimals: 'comma' };
    expect(await inspect([...open, 'c-1;25/04/2026;12,50'])).toEqual(found);
    expect(await inspect(['c-1;25/04/2026;12,50', ...open])).toEqual(found);
  });

  it('are read as the first row says that has any, after a thousand whole amounts', async () => {
    const whole = Array.from({ length: 1500 }, (_, i) => `c-${i};2026-04-03;20`);
    expect(await inspect([...whole, 'c-1;2026-04-03;12,50', 'c-1;2026-04-03;1.250'])).toMatchObject({ decimals: 'comma' });
    expect(await inspect([...whole, 'c-1;2026-04-03;1.250'])).toMatchObject({ decimals: 'unknown' });
  });

  it('stay unknown when no row says it', async () => {
    expect(await inspect(['c-1;03/04/2026;1.234'])).toEqual({ format: 'generic', slashes: 'unknown', decimals: 'unknown' });
    expect(await inspect(['c-1;2026-04-03;1234'])).toEqual({ format: 'generic', slashes: null, decimals: null });
  });
});

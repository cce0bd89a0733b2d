import { customerCount } from '#libs/scoring';
import { PECULIAR_SHOPS } from '../shops/peculiar-shops.js';
import { peculiarLogs, simulatedLog } from './peculiar-logs.js';

const logs = [...peculiarLogs(1)];
const named = (name: string): (typeof logs)[number] => {
  const found = logs.find((log) => log.name === `simulated: ${name}`);
  if (found === undefined) throw new Error(`no shop is called ${name}`);
  return found;
};
const oneTimers = (name: string): number => {
  const { offsets } = named(name).history;
  const counts = Array.from(offsets.subarray(1), (end, i) => end - offsets[i]!);
  return counts.filter((count) => count === 1).length / counts.length;
};

describe('the simulated shops', () => {
  it('are equal for equal seeds, and different for others', () => {
    const tiny = PECULIAR_SHOPS.at(-1)!;
    expect(simulatedLog(tiny, 1)).toEqual(logs.at(-1));
    expect(simulatedLog(tiny, 2)).not.toEqual(logs.at(-1));
  });

  it('have the requested customers and days', () => {
    for (const shop of PECULIAR_SHOPS.filter(({ logFrom }) => logFrom === undefined)) {
      const { history, span } = named(shop.name);
      expect(customerCount(history)).toBeGreaterThan(0.95 * shop.customers);
      expect(span.last - span.first).toBeLessThan(shop.days);
      expect(span.last - span.first).toBeGreaterThan(0.8 * shop.days);
    }
  });

  it('differ in the way that their names say', () => {
    expect(oneTimers('one-off')).toBeGreaterThan(0.9);
    expect(oneTimers('everybody stays')).toBeLessThan(0.1);
    expect(oneTimers('by the book')).toBeGreaterThan(0.25);
    const { history, span } = named('begins in mid-life');
    expect(span.last - span.first).toBeLessThan(310);
    expect(history.offsets[1]).toBeGreaterThan(0);
  });

  it('sell more before Christmas if they sell presents', () => {
    const { day } = named('Christmas').history;
    const inSeason = day.filter((each) => new Date(each * 86_400_000).getUTCMonth() >= 10);
    expect(inSeason.length / day.length).toBeGreaterThan(0.6);
  });
});

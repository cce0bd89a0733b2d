import { Liveness, type LivenessPart } from './liveness.js';

const never = (): Promise<void> => new Promise(() => undefined);
const refuse = (): Promise<void> => Promise.reject(new Error('no'));
const answer = (): Promise<void> => Promise.resolve();

function watched(part: Partial<LivenessPart>): { liveness: Liveness; lines: string[] } {
  const lines: string[] = [];
  const log = { error: (name: string) => void lines.push(name), info: (name: string) => void lines.push(name) };
  const options = { everyMs: 1000, limitMs: 5, failures: 3 };
  return { liveness: new Liveness({ database: { ask: never, askAnew: answer, ...part } }, log, options), lines };
}

async function afterChecks(liveness: Liveness, checks: number): Promise<readonly string[]> {
  for (let i = 0; i < checks; i += 1) await liveness.check();
  return liveness.report().stuck;
}

describe('liveness', () => {
  it('is lost when the process gets no answer for some checks and a new connection gets one, and is logged once', async () => {
    const { liveness, lines } = watched({});
    expect(await afterChecks(liveness, 2)).toEqual([]);
    expect(await afterChecks(liveness, 1)).toEqual(['database']);
    expect(liveness.report().status).toBe('stuck');
    expect(await afterChecks(liveness, 2)).toEqual(['database']);
    expect(lines).toEqual(['liveness.lost']);
  });

  it.each([
    ['refuses everybody', refuse],
    ['answers nobody', never],
  ])('stays while the server %s', async (_, askAnew) => {
    expect(await afterChecks(watched({ askAnew }).liveness, 5)).toEqual([]);
  });

  it('stays while others in the process get answers, such as in an overload', async () => {
    expect(await afterChecks(watched({ answeredAt: () => performance.now() }).liveness, 5)).toEqual([]);
    expect(await afterChecks(watched({ answeredAt: () => performance.now() - 60_000 }).liveness, 5)).toEqual(['database']);
  });

  it('counts only failures in a row, and comes back with an answer', async () => {
    let asked = 0;
    const { liveness, lines } = watched({ ask: () => (++asked % 3 === 0 || asked > 12 ? answer() : refuse()) });
    expect(await afterChecks(liveness, 9)).toEqual([]);
    const later = watched({ ask: () => (++asked > 30 ? answer() : refuse()) });
    asked = 20;
    expect(await afterChecks(later.liveness, 5)).toEqual(['database']);
    expect(await afterChecks(later.liveness, 10)).toEqual([]);
    expect([lines, later.lines]).toEqual([[], ['liveness.lost', 'liveness.restored']]);
  });
});

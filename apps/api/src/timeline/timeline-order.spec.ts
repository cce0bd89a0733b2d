import * as fc from 'fast-check';
import { boundOf, type EntryKind, KINDS, LATEST, merge, type Position } from './timeline-order.js';

interface Entry {
  readonly position: Position;
}

/** Returns the greatest entries of a source below the bound, as Postgres does. */
const below = (entries: readonly Entry[], kind: EntryKind, after: Position | null, rows: number): Entry[] => {
  const bound = boundOf(kind, after);
  const isBelow = ({ at, key }: Position): boolean =>
    at.getTime() < bound.at.getTime() || (at.getTime() === bound.at.getTime() && bound.key !== null && key < bound.key);
  return entries
    .filter(({ position }) => position.kind === kind && isBelow(position))
    .toSorted(({ position: a }, { position: b }) => b.at.getTime() - a.at.getTime() || (a.key < b.key ? 1 : -1))
    .slice(0, rows);
};

const pageOf = (entries: readonly Entry[], after: Position | null, limit: number): Entry[] =>
  merge(KINDS.map((kind) => below(entries, kind, after, limit + 1))).slice(0, limit);

const position = fc.record({
  kind: fc.constantFrom(...KINDS),
  // Few instants and keys, so that many entries share one instant.
  at: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(ms)),
  key: fc.constantFrom('a', 'b', 'c', 'd'),
});
const timeline = fc.uniqueArray(position, { selector: ({ kind, at, key }) => `${kind} ${at.getTime()} ${key}` });

describe('the pages of a timeline', () => {
  it('list every entry once, in the same order for every size of a page', () => {
    fc.assert(
      fc.property(timeline, fc.integer({ min: 1, max: 5 }), (positions, limit) => {
        const entries = positions.map((each) => ({ position: each }));
        const whole = pageOf(entries, null, entries.length);
        const paged: Entry[] = [];
        for (let page = pageOf(entries, null, limit); page.length > 0; page = pageOf(entries, paged.at(-1)?.position ?? null, limit))
          paged.push(...page);
        expect(paged).toEqual(whole);
        expect(new Set(paged)).toEqual(new Set(entries));
      }),
    );
  });

  it('list the effects above their causes where they share one instant', () => {
    const at = new Date(0);
    const entries = KINDS.toReversed().map((kind) => [{ position: { kind, at, key: '' } }]);
    expect(merge(entries).map(({ position: { kind } }) => kind)).toEqual([
      'note',
      'delivery',
      'campaign',
      'score',
      'activity',
      'refund',
      'order',
    ]);
  });

  it('begin with the latest entry that can be stored', () => {
    for (const kind of KINDS) expect(boundOf(kind, null)).toEqual({ at: LATEST, key: null });
  });
});

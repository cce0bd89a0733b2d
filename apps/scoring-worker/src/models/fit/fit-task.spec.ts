import { contactsOfOne, DEFAULT_BANDS, fitModel, type Model, NO_ORDERS, type OrderDays, SparseRowsBuilder } from '#libs/scoring';
import { compareModels, fitTask } from './fit-task.js';

const TODAY = 20_000;
const HORIZON = 30;

/** Regular customers with different order gaps. Every third of them stopped ordering at some time. */
function regulars(customers: number): OrderDays {
  const builder = new SparseRowsBuilder(NO_ORDERS);
  for (let i = 0; i < customers; i += 1) {
    const gap = 4 + (i % 23);
    const end = i % 3 === 0 ? TODAY - 20 - ((i * 37) % 300) : TODAY;
    const day = Int32Array.from({ length: 3 + (i % 11) }, (_, k) => end - (i % gap) - k * gap).toReversed();
    builder.add({ offsets: Uint32Array.of(0, day.length), day, value: new Float64Array(day.length).fill(20) });
  }
  return builder.build();
}

const history = regulars(150);
const fit = (active: Model | null, horizonDays = HORIZON) =>
  fitTask({
    history,
    today: TODAY,
    horizon: { setting: horizonDays, current: null, planned: null, today: TODAY },
    bands: DEFAULT_BANDS,
    seed: 1,
    active,
  });
const fittedOn = (day: number, differing: Partial<Model> = {}): Model => ({
  ...fitModel(history, { today: day, horizonDays: HORIZON, bands: DEFAULT_BANDS, seed: 1, upTo: 'mbg' }),
  ...differing,
});
/** A model for a shop where customers never leave and hardly ever order. */
const wrong = (model: Model): Model => ({ ...model, mbg: { r: 0.01, alpha: 4000, a: 0.001, b: 10 }, learner: null });

/** Searches many MBG/NBD models for the one that fits the real outcomes best. */
function clairvoyant(): { model: Model; loss: number } {
  const scales = [0.1, 0.3, 1, 3, 10];
  const base = fittedOn(TODAY - 7);
  let best = { model: base, loss: Number.POSITIVE_INFINITY };
  const factors = scales.flatMap((r) => scales.flatMap((alpha) => scales.map((a) => ({ r, alpha, a }))));
  for (const { r, alpha, a } of factors) {
    const model = { ...base, mbg: { ...base.mbg, r: base.mbg.r * r, alpha: base.mbg.alpha * alpha, a: base.mbg.a * a } };
    const loss = compareModels(history, base, model, TODAY)?.active ?? Number.POSITIVE_INFINITY;
    if (loss < best.loss) best = { model, loss };
  }
  return best;
}

describe('a new model', () => {
  it('becomes active when there is no model yet, and comes with a replay of its quality', () => {
    expect(fit(null)).toMatchObject({ accepted: true, comparison: null, replay: { origin: TODAY - 1 - HORIZON } });
  });

  it('replaces a model that is worse', () => {
    const { accepted, comparison } = fit(wrong(fittedOn(TODAY - 7)));
    expect(accepted).toBe(true);
    expect(comparison?.active).toBeGreaterThan(comparison?.candidate ?? Number.NaN);
  });

  it('replaces a model of another horizon without a comparison', () => {
    expect(fit(fittedOn(TODAY - 7), 60)).toMatchObject({ accepted: true, comparison: null });
  });

  it('is compared on outcomes that were seen, however many customers these represent', () => {
    const model = fittedOn(TODAY - 7);
    const controlled = (held: number, standsFor: number): OrderDays => {
      const contacts = new SparseRowsBuilder(contactsOfOne([]));
      for (let i = 0; i < 150; i++)
        contacts.add(contactsOfOne([{ day: TODAY - 60, until: TODAY, standsFor: i < held ? standsFor : 0, draw: 0 }]));
      return { ...history, contacts: contacts.build() };
    };
    const once = compareModels(history, model, model, TODAY)!;
    expect(compareModels(controlled(150, 3), model, model, TODAY)).toEqual({
      n: once.n,
      active: expect.closeTo(once.active, 9),
      candidate: expect.closeTo(once.candidate, 9),
    });
    expect(compareModels(controlled(30, 5), model, model, TODAY)).toBeNull();
  });

  it('is the same for the same orders', () => {
    expect(fit(null).model).toEqual(fit(null).model);
  });

  it('is rejected when the active model is more than 1 % better and less than 30 days old', () => {
    // Compared with itself it is equally good, which is good enough.
    const same = fit(fit(null).model);
    expect(same).toMatchObject({ accepted: true, comparison: { candidate: same.comparison?.active } });
    const { model, loss } = clairvoyant();
    const candidate = fit(model).comparison?.candidate ?? 0;
    expect(candidate).toBeGreaterThan(1.01 * loss);
    expect(fit(model).accepted).toBe(false);
    const fitFacts = model.fit ?? fittedOn(TODAY).fit;
    expect(fitFacts).not.toBeNull();
    expect(fit({ ...model, fit: fitFacts === null ? null : { ...fitFacts, today: TODAY - 30 } }).accepted).toBe(true);
  });
});

import { orderDays } from '../../test-data/order-days.js';
import { describeWithLogs, readShopLog } from '../../test-data/order-logs.js';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { SeededRandom } from '../arithmetic/seeded-random.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { customerCount } from '../orders/order-days.js';
import { qualityReport, type MaturedPredictions, type QualityReport } from './quality-report.js';
import { replayQuality, startsInMidLife } from './replay-quality.js';

type Measured = Extract<QualityReport, { kind: 'measured' }>;

function measured(report: QualityReport): Measured {
  if (report.kind !== 'measured') throw new Error(`not measured: ${JSON.stringify(report)}`);
  return report;
}

/** Makes `n` customers. Each stays away with probability `truth` and has the prediction `predicted`. Recency carries no information. */
function shopOf(n: number, truth: (draw: number) => number, predicted = truth): MaturedPredictions {
  const random = new SeededRandom(3);
  const draws = Float64Array.from({ length: n }, () => random.unit());
  return {
    predicted: draws.map(predicted),
    happened: Uint8Array.from(draws, (draw) => (random.unit() < truth(draw) ? 1 : 0)),
    recencyDays: draws.map(() => Math.floor(200 * random.unit())),
  };
}

const reportOf = (matured: MaturedPredictions): Measured => measured(qualityReport(matured, DEFAULT_BANDS, 90));

describe('the quality report', () => {
  it('says that there is not enough history with fewer than 50 returns', () => {
    const matured = shopOf(200, (draw) => 0.95 + 0.05 * draw);
    const report = qualityReport(matured, DEFAULT_BANDS, 90);
    expect(report).toMatchObject({ kind: 'not_enough_history', n: 200 });
  });

  it('calls scores that keep their promise and tell customers apart excellent', () => {
    const report = reportOf(shopOf(4000, (draw) => (draw < 0.5 ? 0.08 : 0.93)));
    expect(report).toMatchObject({ n: 4000, quality: 'excellent' });
    expect(report.ece).toBeLessThan(0.02);
    const low = report.bands.find(({ label }) => label === 'low');
    const critical = report.bands.find(({ label }) => label === 'critical');
    expect(low?.observed).toBeCloseTo(0.08, 1);
    expect(critical?.observed).toBeCloseTo(0.93, 1);
    expect(report.bands.filter(({ n }) => n === 0).map(({ label, promised }) => [label, promised])).toEqual([
      ['medium', null],
      ['high', null],
    ]);
    expect(report.calibration.map(({ n }) => n).reduce((sum, n) => sum + n)).toBe(4000);
  });

  it('calls the same ranking with a wrong level fair or worse, and one number for everybody poor', () => {
    const truth = (draw: number): number => (draw < 0.5 ? 0.08 : 0.93);
    expect(reportOf(shopOf(4000, truth, (draw) => 0.5 + 0.5 * truth(draw))).quality).toBe('fair');
    expect(reportOf(shopOf(4000, truth, () => 0.5)).quality).toBe('poor');
  });

  it('does not blame a small shop for chance: ten bins of few customers are never met exactly', () => {
    expect(reportOf(shopOf(300, (draw) => draw)).quality).toBe('excellent');
  });

  it('does not let the exact scores of those who are lost hide that others are off, and says where', () => {
    // Nine in ten are lost. Of the others, 75 % stay away where 55 % were said to.
    const shop = (said: number): MaturedPredictions =>
      shopOf(
        4000,
        (draw) => (draw < 0.05 ? 0.1 : draw < 0.1 ? 0.75 : 0.97),
        (draw) => (draw < 0.05 ? 0.1 : draw < 0.1 ? said : 0.97),
      );
    const honest = reportOf(shop(0.75));
    expect(honest).toMatchObject({ quality: 'excellent', largestMiss: null });
    const off = reportOf(shop(0.55));
    expect(off.ece - honest.ece).toBeLessThan(0.02);
    expect(off).toMatchObject({ quality: 'good', largestMiss: { predicted: expect.closeTo(0.55, 2), observed: expect.closeTo(0.75, 1) } });
  });

  it('compares with the rule that the shop would otherwise use', () => {
    const { rule } = reportOf({ ...shopOf(1000, (draw) => draw), recencyDays: new Float64Array(1000) }).baseline;
    expect(rule).toMatchObject({ flagged: 0, flaggedObserved: null });
    const silent = reportOf({ ...shopOf(1000, (draw) => draw), recencyDays: new Float64Array(1000).fill(90) });
    expect(silent.baseline.rule.flaggedObserved).toBeCloseTo(silent.baseRate, 12);
    expect(silent.baseline.rule.brier).toBeCloseTo(1 - silent.baseRate, 12);
    expect(silent.baseline.recencyOnlyAuc).toBe(0.5);
  });

  /** Puts each row in `times` times, as rows of control customers are. */
  const repeated = ({ predicted, happened, recencyDays }: MaturedPredictions, times: number): MaturedPredictions => {
    const places = Uint32Array.from({ length: times * predicted.length }, (_, row) => Math.floor(row / times));
    return {
      predicted: Float64Array.from(places, (i) => predicted[i]!),
      happened: Uint8Array.from(places, (i) => happened[i]!),
      recencyDays: Float64Array.from(places, (i) => recencyDays[i]!),
      isRepeat: Uint8Array.from(places, (_, row) => (row % times === 0 ? 0 : 1)),
    };
  };

  it('does not count repeats of control customers as evidence', () => {
    const seen = shopOf(90, (draw) => draw);
    expect(qualityReport(repeated(seen, 10), DEFAULT_BANDS, 90)).toEqual(qualityReport(seen, DEFAULT_BANDS, 90));
    expect(qualityReport(repeated(seen, 10), DEFAULT_BANDS, 90)).toMatchObject({ kind: 'not_enough_history', n: 90 });
  });

  it('has the rates of all rows, and says how many of them were seen', () => {
    const [few, many] = [shopOf(600, () => 0.2), shopOf(200, () => 0.9)];
    const repeats = repeated(many, 9);
    const both: MaturedPredictions = {
      predicted: Float64Array.of(...few.predicted, ...repeats.predicted),
      happened: Uint8Array.of(...few.happened, ...repeats.happened),
      recencyDays: Float64Array.of(...few.recencyDays, ...repeats.recencyDays),
      isRepeat: Uint8Array.of(...new Uint8Array(600), ...repeats.isRepeat!),
    };
    const report = reportOf(both);
    const stayedAway = [...few.happened, ...many.happened].reduce((sum, each) => sum + each, 0);
    expect(report).toMatchObject({ n: 800, stayedAway, returned: 800 - stayedAway });
    expect(report.meanPredicted).toBeCloseTo((600 * 0.2 + 1800 * 0.9) / 2400, 12);
    expect(report.bands.map(({ n }) => n)).toEqual([600, 0, 0, 200]);
    expect(report.calibration.filter(({ n }) => n > 0).map(({ n }) => n)).toEqual([600, 1800]);
  });

  it('reports no miss among repeats that chance explains, and reports it among as many customers', () => {
    // Of 60 customers with a score of .45, 33 stayed away.
    const off = { n: 60, score: 0.45, stayedAway: 33 };
    const some = shopOf(400, (draw) => (draw < 0.5 ? 0.05 : 0.95));
    const with60: MaturedPredictions = {
      predicted: Float64Array.of(...some.predicted, ...new Float64Array(off.n).fill(off.score)),
      happened: Uint8Array.of(...some.happened, ...Array.from({ length: off.n }, (_, i) => (i < off.stayedAway ? 1 : 0))),
      recencyDays: Float64Array.of(...some.recencyDays, ...new Float64Array(off.n)),
    };
    expect(reportOf(with60).largestMiss).toBeNull();
    const rows = repeated(with60, 10);
    expect(reportOf(rows)).toMatchObject({ n: 460, largestMiss: null, quality: reportOf(with60).quality });
    expect(reportOf({ ...rows, isRepeat: undefined }).largestMiss).toMatchObject({ n: 600, observed: expect.closeTo(0.55, 9) });
  });

  it('survives JSON', () => {
    const report = reportOf(shopOf(400, (draw) => draw));
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

describe('a replay', () => {
  it('of a shop without customers, or of one that has just begun, has nothing to report', () => {
    const options = { today: 1000, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 };
    const nothing = { report: { kind: 'not_enough_history', n: 0, stayedAway: 0, returned: 0 }, modelVersion: null, origin: 970 };
    expect(replayQuality(orderDays([]), options)).toMatchObject(nothing);
    expect(replayQuality(orderDays([[990], [1000]]), options)).toMatchObject(nothing);
  });
});

describe('a history', () => {
  const arrivals = (perDay: (day: number) => number): number[][] =>
    Array.from({ length: 120 }, (_, day) => day).flatMap((day) => Array.from({ length: perDay(day) }, () => [day]));

  it('that begins with a rush of customers begins in mid-life; an even stream does not, nor a short one', () => {
    expect(startsInMidLife(orderDays(arrivals((day) => (day < 30 ? 6 : 3))))).toBe(true);
    expect(startsInMidLife(orderDays(arrivals(() => 3)))).toBe(false);
    expect(startsInMidLife(orderDays(arrivals((day) => (day < 30 ? 6 : 3)).filter(([day]) => day! < 60)))).toBe(false);
  });
});

describe('the replay of a simulated shop', () => {
  const TODAY = 2000;
  const shop = simulatedShop(700, TODAY);

  it('finds the score good at least, better than silence alone and than the rule of thumb', () => {
    const replay = replayQuality(shop, { today: TODAY, horizonDays: 60, bands: DEFAULT_BANDS, seed: 1 });
    const report = measured(replay.report);
    expect(['good', 'excellent']).toContain(report.quality);
    expect(report.auc).toBeGreaterThan(report.baseline.recencyOnlyAuc);
    expect(report.brier).toBeLessThan(report.baseline.rule.brier);
    expect(replay.startsInMidLife).toBe(false);
  });

  it('knows a log that begins in the middle of the life of the shop', () => {
    const customers = Array.from({ length: customerCount(shop) }, (_, i) => [...shop.day.subarray(shop.offsets[i], shop.offsets[i + 1])]);
    const sinceMiddle = customers.map((days) => days.filter((day) => day > TODAY - 300)).filter((days) => days.length > 0);
    expect(startsInMidLife(orderDays(sinceMiddle))).toBe(true);
  });
});

describeWithLogs('the replay of real shops', () => {
  it('finds the score good at least, on a shop whose log begins in mid-life and on a cohort that does not', () => {
    for (const [file, midLife] of [
      ['uci_online_retail.csv', true],
      ['cdnow_sample.csv', false],
    ] as const) {
      const { history, lastDay } = readShopLog(file);
      const replay = replayQuality(history, { today: lastDay, horizonDays: 60, bands: DEFAULT_BANDS, seed: 1 });
      const report = measured(replay.report);
      expect(['good', 'excellent']).toContain(report.quality);
      expect(report.auc).toBeGreaterThan(report.baseline.recencyOnlyAuc);
      expect(report.brier).toBeLessThan(report.baseline.rule.brier);
      expect(replay.startsInMidLife).toBe(midLife);
    }
  });
});

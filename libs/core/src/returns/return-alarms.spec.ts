import { enterAlarms, firstAlarm, type ReturnAlarm } from './return-alarms.js';

const FEWER: ReturnAlarm = {
  kind: 'fewer_returns',
  since: '2026-11-10',
  foundOn: '2026-11-18',
  endedOn: null,
  observed: 80,
  expected: 104,
  fall: 0.23,
  low: 0.05,
  high: 0.41,
};
const SILENT: ReturnAlarm = { ...FEWER, kind: 'no_orders' };

describe('the alarms that are kept', () => {
  it('begin once, and follow what later nights find', () => {
    const first = enterAlarms([], [FEWER], '2026-11-20');
    expect(first.begun).toEqual([{ ...FEWER, foundOn: '2026-11-20' }]);
    const second = enterAlarms(first.alarms, [{ ...FEWER, observed: 90 }], '2026-11-21');
    expect(second).toEqual({ alarms: [{ ...FEWER, observed: 90, foundOn: '2026-11-20' }], begun: [] });
  });

  it('end on the day on which they are not found any more', () => {
    expect(enterAlarms([FEWER], [], '2026-12-01')).toEqual({ alarms: [{ ...FEWER, endedOn: '2026-12-01' }], begun: [] });
  });

  it('go on when they come back within a week, and begin anew later', () => {
    const ended = [{ ...FEWER, endedOn: '2026-12-01' }];
    expect(enterAlarms(ended, [FEWER], '2026-12-08')).toEqual({ alarms: [FEWER], begun: [] });
    expect(enterAlarms(ended, [FEWER], '2026-12-09').begun).toHaveLength(1);
  });

  it('are of two kinds, of which missing orders explain the other', () => {
    const { alarms, begun } = enterAlarms([], [FEWER, SILENT], '2026-11-20');
    expect(begun).toHaveLength(2);
    expect(firstAlarm(alarms)?.kind).toBe('no_orders');
    expect(firstAlarm([])).toBeNull();
  });

  it('are at most twenty', () => {
    const many = Array.from({ length: 20 }, () => ({ ...FEWER, endedOn: '2026-01-01' }));
    expect(enterAlarms(many, [FEWER], '2026-11-20').alarms).toHaveLength(20);
  });
});

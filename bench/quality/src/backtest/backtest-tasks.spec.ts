import { backtestTasks } from './backtest-tasks.js';

describe('the tasks of a backtest', () => {
  it('start with the latest cutoff whose labels lie within the log, and step back by the horizon or a tenth of the span', () => {
    expect(backtestTasks({ first: 1000, last: 1373 }, [30, 90])).toEqual([
      { cutoff: 1343, horizonDays: 30 },
      { cutoff: 1306, horizonDays: 30 },
      { cutoff: 1269, horizonDays: 30 },
      { cutoff: 1283, horizonDays: 90 },
      { cutoff: 1193, horizonDays: 90 },
    ]);
  });

  it('exclude cutoffs with too little history before them, and logs that are too short', () => {
    expect(backtestTasks({ first: 0, last: 119 }, [30])).toEqual([]);
    expect(backtestTasks({ first: 0, last: 120 }, [30])).toEqual([{ cutoff: 90, horizonDays: 30 }]);
  });

  it('can be limited in number', () => {
    expect(backtestTasks({ first: 0, last: 1000 }, [30], 1)).toEqual([{ cutoff: 970, horizonDays: 30 }]);
  });
});

import { dailyText, weeklyText } from './summary-text.js';

const WEEK = { entered: 12, cameBack: 1, atRisk: 12_345.6, atRiskChange: -890, currency: 'EUR', sends: 2, recipients: 340 };

describe('a summary', () => {
  it('of a day names how many entered high risk, and says nothing when nobody did', () => {
    expect(dailyText({ entered: 0 }, 'https://x/')).toBeNull();
    expect(dailyText({ entered: 1 }, 'https://x/')).toBe('*1 customer* entered high risk yesterday. <https://x/|Show them>');
    expect(dailyText({ entered: 1200 }, 'https://x/')).toContain('*1,200 customers*');
  });

  it('of a week has a line for each number', () => {
    expect(weeklyText(WEEK, 'https://x/').split('\n')).toEqual([
      '*Your week*',
      '• 12 customers entered high risk and are still there',
      '• 1 customer came back',
      '• Revenue at risk: €12,346 (-€890)',
      '• 2 campaigns sent to 340 customers',
      '<https://x/|Open the dashboard>',
    ]);
    expect(weeklyText({ ...WEEK, sends: 0, atRiskChange: 5 }, 'https://x/')).toMatch(/\(\+€5\)[^]*No campaign was sent/);
  });
});

import { dailyText, weeklyText } from './summary-text.js';

describe('a summary', () => {
  it('of a day names how many entered high risk, and says nothing when nobody did', () => {
    expect(dailyText({ entered: 0 }, 'https://x/')).toBeNull();
    expect(dailyText({ entered: 1 }, 'https://x/')).toBe(
      '*1 customer* entered high risk yesterday. <https://x/|Show those of the last 7 days>',
    );
    expect(dailyText({ entered: 1200 }, 'https://x/')).toContain('*1,200 customers*');
  });

  it('of a week has a line for each sentence', () => {
    expect(weeklyText(['One.', 'Two.'], 'https://x/')).toBe('*Your week*\n• One.\n• Two.\n<https://x/|Open the dashboard>');
  });
});

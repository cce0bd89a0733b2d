import { resultsText } from './results-text';
import { roughly } from '../../../text/roughly';

describe('An estimated number of customers', () => {
  it.each([
    [1, 1],
    [99, 99],
    [101, 110],
    [6961, 7000],
    [7000, 7000],
  ])('of %d is shown as %d', (count, shown) => expect(roughly(count)).toBe(shown));

  it('is round in the result of a campaign, as in the sentence about the worth of a contact', () => {
    expect(resultsText.power('5', 6961)).toContain('about 7,000 more customers are needed');
    expect(resultsText.power('5', 1)).toContain('about 1 more customer is needed');
  });
});

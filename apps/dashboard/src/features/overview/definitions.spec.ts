import { terms } from '../../text/terms';
import { text } from './text';

describe('The words for where customers stand', () => {
  it.each([
    ['the terms', terms.lifecycle],
    ['the list of those to contact', text.slipping.lost(2)],
    ['a shop without others', text.slipping.allLost(1)],
    ['the risks', text.distribution.lost(2)],
  ])('say of the lost in %s from which risk on they are lost', (_, words) => {
    expect(words).toContain('overdue, with a risk of 87.5% or more');
    expect(words).not.toMatch(/hardly anybody|nobody comes back/);
  });

  it('explain a score as the chance of no order within its days, never for ever', () => {
    expect(text.start.test.meaning).toContain('no order follows in the days that a score looks ahead');
    expect(text.model.rank('80%', '70%')).toContain('one customer who did not order in time and one who did');
  });
});

describe('What changed this week', () => {
  it('says nobody and one as a person would', () => {
    expect(text.week.slipped(1)).toBe('became overdue and is slipping away');
    expect(text.week.slipped(2)).toBe('became overdue and are slipping away');
    expect(text.tiles.slipping(1, 1)).toBe('1 is slipping away, 1 since this week');
    expect(text.tiles.slipping(12, 0)).toBe('12 are slipping away');
    expect(text.tiles.secondDue(1)).toBe('1 second order is due');
    expect(text.tiles.level(9)).toBe('Level off by 9 points.');
    expect(text.tiles.level(0)).toBe('The level is right.');
  });
});

import { outcomeSentence } from './outcome-sentence';
import { text } from './text';

const said = (stayed: number, back: number) => outcomeSentence({ stayed, back, days: 30, money: '€120', number: String });

describe('The sentence about what the list of the past did', () => {
  it('counts both groups', () => {
    expect(said(5, 1)).toBe('5 of them did not order in the next 30 days. 1 came back and spent €120.');
  });

  it('counts nobody where all did the same', () => {
    expect(said(5, 0)).toBe('None of them ordered in the next 30 days.');
    expect(said(0, 5)).toBe('All of them came back in the next 30 days and spent €120.');
  });

  it('speaks of one customer as of one', () => {
    expect(said(1, 0)).toBe('This customer did not order in the next 30 days.');
    expect(said(0, 1)).toBe('This customer came back in the next 30 days and spent €120.');
    expect(text.risk(1, '83%', '0%')).toBe('The list gave this customer a risk of 83%.');
  });

  it('writes large numbers as all pages do', () => {
    expect(text.tableHint(100, 6961)).toBe('The first 100 of 6,961 customers');
  });
});

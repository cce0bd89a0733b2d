import { allToContact } from './all-slipping';

describe('An audience', () => {
  it('has all customers to contact of its states where that is the only condition', () => {
    expect(allToContact({ lifecycle: ['slipping'], labels: null, min_score: null })).toEqual(['slipping']);
    expect(allToContact({ lifecycle: ['second_order_due', 'slipping'] })).toEqual(['second_order_due', 'slipping']);
    expect(allToContact({ lifecycle: ['slipping'], min_score: 0.5 })).toBeNull();
    expect(allToContact({ lifecycle: ['slipping', 'lost'] })).toBeNull();
    expect(allToContact({})).toBeNull();
  });
});

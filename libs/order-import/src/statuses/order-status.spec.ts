import { statusMeaning } from './order-status.js';

describe('the status of an order', () => {
  it.each([
    ['Completed', 'bought'],
    ['shipped', 'bought'],
    ['', 'bought'],
    ['wc-on-hold', 'not_bought'],
    ['Pending payment', 'not_bought'],
    ['UNPAID', 'not_bought'],
    ['canceled', 'cancelled'],
    ['Storniert', 'cancelled'],
    ['annulée', 'cancelled'],
    ['Refunded', 'refunded'],
  ])('%p means %s', (status, kind) => {
    expect(statusMeaning(status).kind).toBe(kind);
  });
});

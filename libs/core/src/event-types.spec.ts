import { EVENT_ROLES, EVENT_TYPES, isEventType, ORDER_ASPECTS, ORDER_STATES } from './event-types.js';

describe('the event types', () => {
  it('are a closed list, each with a role', () => {
    expect(Object.keys(ORDER_ASPECTS)).toEqual(EVENT_TYPES);
    expect(EVENT_TYPES.every(isEventType)).toBe(true);
    expect(EVENT_ROLES).toMatchObject({
      order_completed: 'purchase',
      page_viewed: 'engagement',
      order_refunded: 'negative',
      customer_created: 'profile',
    });
  });

  it('keep the stored number of each order state', () => {
    expect(ORDER_STATES).toEqual({ refunded: -1, placed: 0, updated: 1, completed: 2, cancelled: 3 });
  });

  it.each(['', 'toString', '__proto__', 'hasOwnProperty', 'ORDER_CREATED', ' order_created'])('do not include %j', (text) => {
    expect(isEventType(text)).toBe(false);
  });
});

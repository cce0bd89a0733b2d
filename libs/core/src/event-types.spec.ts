import { EVENT_ROLES, EVENT_TYPES, isEventType } from './event-types.js';

describe('the event types', () => {
  it('are a closed list, each with a role', () => {
    expect(EVENT_TYPES).toHaveLength(22);
    expect(EVENT_TYPES.every(isEventType)).toBe(true);
    expect(EVENT_ROLES).toMatchObject({
      order_completed: 'purchase',
      page_viewed: 'engagement',
      order_refunded: 'negative',
      customer_created: 'profile',
    });
  });

  it.each(['', 'toString', '__proto__', 'hasOwnProperty', 'ORDER_CREATED', ' order_created'])('do not include %j', (text) => {
    expect(isEventType(text)).toBe(false);
  });
});

import { eventKeyOf, HAS_ORDER_ID, ORDER_ID, orderIdOf, orderKeyOf } from './order-keys.js';

describe('the key of an order', () => {
  it.each(['5', '', 'order:5', 'event:5', 'two\nlines'])('gives the id %j back', (orderId) => {
    expect(orderIdOf(orderKeyOf(orderId))).toBe(orderId);
  });

  it('without an id is that of its event, whatever the id of the event is', () => {
    expect(orderIdOf(eventKeyOf('order:5'))).toBeNull();
  });

  it('is stored: databases and waiting score requests have it', () => {
    expect([orderKeyOf('5'), eventKeyOf('5')]).toEqual(['order:5', 'event:5']);
    expect([HAS_ORDER_ID, ORDER_ID]).toEqual(["order_key LIKE 'order:%'", 'substr(order_key, 7)']);
  });
});

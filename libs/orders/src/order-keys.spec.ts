import { eventKeyOf, HAS_ORDER_ID, IS_REMOVED, ORDER_ID, orderIdOf, orderKeyOf, removedKeyOf } from './order-keys.js';

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

  it('names no order any more once the order is removed, and stays the same for the same order', () => {
    const key = removedKeyOf(orderKeyOf('5'));
    expect(key).toBe('removed:8e916cdd9a552aa64b700a39069c550452b64d27bc940e698e93dfba66e94198');
    expect([orderIdOf(key), IS_REMOVED]).toEqual([null, "order_key LIKE 'removed:%'"]);
  });
});

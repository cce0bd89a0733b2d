import { text } from './text';

describe('The name of an event in the preview of an upload', () => {
  it.each([
    ['order_refunded', 'Refund'],
    ['product_viewed', 'Product viewed'],
    ['constructor', 'Constructor'],
    ['__proto__', '  proto  '],
  ])('of the type %s is %j', (type, name) => expect(text.preview.eventOf(type)).toBe(name));
});

describe('The report of an upload', () => {
  it('counts with the words of the summary before it', () => {
    expect(text.done.ofType('order_completed', 8033)).toBe('8,033 orders');
    expect(text.done.ofType('order_refunded_whole', 67)).toBe('67 orders refunded as a whole');
    expect(text.done.ofType('customer_updated', 12)).toBe('the marketing consent of 12 customers');
  });
});

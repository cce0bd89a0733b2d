import { text } from './text';

describe('The name of an event in the preview of an upload', () => {
  it.each([
    ['order_refunded', 'Refund'],
    ['product_viewed', 'Product viewed'],
    ['constructor', 'Constructor'],
    ['__proto__', '  proto  '],
  ])('of the type %s is %j', (type, name) => expect(text.preview.eventOf(type)).toBe(name));
});

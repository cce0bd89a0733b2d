import { DtoPipe } from '#libs/dto';
import { ConnectStorefrontDto } from './integrations.dto.js';

describe('the shop to connect', () => {
  it.each([
    [{ shop: null }, 'shop must be a string'],
    [{}, 'shop is missing: it must be a string'],
    [{ shop: 5 }, 'shop must be a string'],
    [{ shop: {} }, 'shop must be a string'],
    [{ shop: '' }, 'shop must not be empty'],
    [{ shop: 'x'.repeat(301) }, 'shop must have at most 300 characters'],
  ])('%j is refused with the reason', (body, reason) => {
    const refuse = (): unknown => new DtoPipe().transform(body, { type: 'body', metatype: ConnectStorefrontDto });
    expect(refuse).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        details: [expect.objectContaining({ field: 'shop', message: expect.stringContaining(reason) })],
      }),
    );
  });
});

import { toTenantId } from '#libs/core';
import { Downloads } from './downloads.js';

const A = toTenantId('11111111-1111-4111-8111-111111111111');
const B = toTenantId('22222222-2222-4222-8222-222222222222');

describe('a download', () => {
  let downloads: Downloads;
  beforeEach(() => {
    downloads = new Downloads();
  });

  async function* parts(...list: (string | Error)[]): AsyncGenerator<string> {
    for (const part of list) {
      if (part instanceof Error) throw part;
      yield part;
    }
  }
  const open = (tenantId = A, ...list: (string | Error)[]) =>
    downloads.open(tenantId, parts(...list), { type: 'text/plain', disposition: 'attachment' });
  const textOf = async (file: Awaited<ReturnType<typeof open>>): Promise<string> => (await file.getStream().toArray()).join('');

  it('has all its parts in their order', async () => {
    expect(await textOf(await open(A, 'a', 'b', 'c'))).toBe('abc');
    expect(await textOf(await open(A))).toBe('');
  });

  it('leaves room for those of other tenants, however many one tenant does not read', async () => {
    const files = [await open(A, 'a', 'b'), await open(A, 'a', 'b')];
    await expect(open(A, 'a')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await textOf(await open(B, 'x'))).toBe('x');
    files[0]!.getStream().destroy();
    await new Promise(setImmediate);
    expect(await textOf(await open(A, 'a', 'b'))).toBe('ab');
  });

  it('ends with an error when the first part fails, and leaves its room', async () => {
    for (let i = 0; i < 5; i += 1) await expect(open(A, new Error('no database'))).rejects.toThrow('no database');
  });

  it('ends the connection when a later part fails', async () => {
    const file = await open(A, 'a', new Error('no database'));
    const destroy = jest.fn();
    file.errorHandler(new Error('no database'), { destroy } as never);
    expect(destroy).toHaveBeenCalled();
    await expect(textOf(file)).rejects.toThrow('no database');
    await new Promise(setImmediate);
    await Promise.all([open(A, 'a', 'b'), open(A, 'a', 'b')]);
  });
});

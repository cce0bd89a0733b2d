import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId, toTenantId } from '#libs/core';
import { inTurn } from './body-turns.js';
import { Hold, type Holder, holdersOf } from './held-bytes.js';

describe('the turns of large bodies', () => {
  it('are two at a time for one tenant, while another tenant goes at once', async () => {
    const served: string[] = [];
    const ends: (() => void)[] = [];
    const serve = (from: Holder, name: string): Promise<void> =>
      inTurn(from, () => {
        served.push(name);
        return new Promise((resolve) => ends.push(resolve));
      });
    const tenant = (): Holder => new Hold(holdersOf({ tenantId: toTenantId(newId()) }, undefined)).owner;
    const [busy, small] = [tenant(), tenant()];
    const all = ['a', 'b', 'c'].map((name) => serve(busy, name));
    all.push(serve(small, 'small'));
    await nextTurn();
    expect(served).toEqual(['a', 'b', 'small']);
    ends.shift()!();
    await nextTurn();
    expect(served).toEqual(['a', 'b', 'small', 'c']);
    for (const end of ends) end();
    await Promise.all(all);
  });
});

import { PacedLookUps } from './paced-look-ups.js';

describe('paced look-ups', () => {
  const asked: string[][] = [];
  const lookUps = (): PacedLookUps<number> => {
    asked.length = 0;
    return new PacedLookUps((keys) => {
      asked.push([...keys]);
      if (keys.includes('broken')) return Promise.reject(new Error('the database is away'));
      return Promise.resolve(new Map(keys.filter((key) => key.startsWith('known')).map((key) => [key, key.length])));
    });
  };

  it('ask for keys that come together once, and for those that come later after a pause', async () => {
    const paced = lookUps();
    await expect(Promise.all(['known', 'made up', 'known'].map((key) => paced.find(key)))).resolves.toEqual([5, null, 5]);
    const startedAt = performance.now();
    await expect(Promise.all(['known 2', 'made up 2'].map((key) => paced.find(key)))).resolves.toEqual([7, null]);
    expect(performance.now() - startedAt).toBeGreaterThan(150);
    expect(asked).toEqual([
      ['known', 'made up'],
      ['known 2', 'made up 2'],
    ]);
  });

  it('find nothing for keys beyond a thousand at a time', async () => {
    const paced = lookUps();
    const found = await Promise.all(Array.from({ length: 1001 }, (_, i) => paced.find(`known ${i}`)));
    expect(found.filter((each) => each === null)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('go on after a failure', async () => {
    const paced = lookUps();
    await expect(paced.find('broken')).rejects.toThrow('away');
    await expect(paced.find('known')).resolves.toBe(5);
  });
});

import { simulateContactedShops } from './contacted-shops.js';

it('x', () => {
  for (const [contacted, uplift] of [
    [0, 0],
    [0.8, 0],
    [0.8, 0.05],
    [0.8, 0.1],
    [0.5, 0.05],
  ] as const) {
    console.log(contacted, uplift, JSON.stringify(simulateContactedShops({ customers: 4000, contacted, uplift }, { shops: 6, seed: 7 })));
  }
}, 900_000);

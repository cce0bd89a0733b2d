import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGES } from '../../apps/api/src/pages/serve-dashboard.js';

const DASHBOARD = path.resolve(__dirname, '../../apps/dashboard/src');

/** Returns the first part of each path in the `routes.tsx` of all features. */
function firstPartsOfRoutes(): Set<string> {
  const files = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((file) => path.basename(file) === 'routes.tsx');
  const paths = files.flatMap((file) => [...readFileSync(path.join(DASHBOARD, file), 'utf8').matchAll(/^ {2}path: '\/([^'/]*)/gm)]);
  return new Set(paths.map(([, first = '']) => first));
}

describe('the pages that the API serves to programs that accept anything', () => {
  it('are those of the router of the dashboard', () => {
    expect([...PAGES].toSorted()).toEqual([...firstPartsOfRoutes()].toSorted());
  });
});

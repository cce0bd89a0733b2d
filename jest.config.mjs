import { availableParallelism } from 'node:os';

// Tests run as CommonJS: @swc/jest rewrites our TypeScript and the ES-module packages in node_modules.
// No --experimental-vm-modules; the same on Node 20, 22 and 24. The e2e project drives the built dist/ as real
// processes, so the ES modules that production runs are tested too.
const swc = [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
  },
];

export const common = {
  rootDir: '.',
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/waiting/patience.mjs'],
  // "source" picks the TypeScript side of the "#libs/*" imports in package.json.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json'],
  // Jest runs tests in a context whose globals are slow to look up; the models look these up in their inner loops.
  sandboxInjectedGlobals: ['Math', 'Number', 'Infinity', 'Float64Array'],
  // "./x.js" in TypeScript source is "./x.ts" on disk; inside packages it stays "./x.js".
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1'] },
  transform: { '\\.(ts|js|mjs)$': swc },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@noble|@otplib|@scure|uuid|csv-parse|hyparquet|hyparquet-writer|aws4fetch|leven|country-to-currency|eventsource|eventsource-parser|jose|pkce-challenge)/)',
  ],
};

export const againstRealServers = {
  globalSetup: '<rootDir>/test/support/servers/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.mjs',
};

/** Real processes wait more than they compute, so two workers pay off on two processors. Each system has some twenty connections to Postgres. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism()));
const UNIT_ROOTS = ['apps', 'libs', 'tools', 'bench', 'test/contract'].map((folder) => `<rootDir>/${folder}`);
const LONG = '[.]long[.]';

// `npm test` runs "unit" and "e2e". `npm run test:all` also runs the other three, whose files take long by nature: they use a browser,
// replay long histories, back up, or kill, restart and add processes, also for a clock that is ahead.
export default {
  maxWorkers: WORKERS,
  // In CI an open handle of one test must not hide the results of all others. Elsewhere jest reports the handle and waits.
  forceExit: process.env.CI !== undefined,
  projects: [
    { ...common, displayName: 'unit', roots: UNIT_ROOTS, testMatch: ['**/*.spec.ts'], testPathIgnorePatterns: [LONG, '/node_modules/'] },
    { ...common, displayName: 'long', roots: UNIT_ROOTS, testMatch: ['**/*.long.spec.ts'] },
    {
      ...common,
      ...againstRealServers,
      displayName: 'e2e',
      roots: ['<rootDir>/test'],
      testMatch: ['**/*.e2e.spec.ts'],
      testPathIgnorePatterns: [LONG, '/node_modules/'],
    },
    { ...common, ...againstRealServers, displayName: 'long-e2e', roots: ['<rootDir>/test'], testMatch: ['**/*.long.e2e.spec.ts'] },
    // The dashboard in the Chromium of this machine. Without one these tests are skipped, and the run names them.
    { ...common, ...againstRealServers, displayName: 'browser', roots: ['<rootDir>/test'], testMatch: ['**/*.browser.spec.ts'] },
  ],
};

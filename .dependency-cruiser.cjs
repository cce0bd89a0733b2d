// Which way imports point; docs/architecture.md says why. A rule that stands here cannot be forgotten in a review.

const SPEC = '\\.spec\\.ts$';
const OURS = '^(apps|libs|tools|bench|test)/';
const TEST_DATA = '^libs/scoring/test-data/';
const DOOR = '^libs/[^/]+/src/index\\.ts$';
const packages = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;

/** A rule for product code; a spec may reach further than what it tests. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: SPEC },
  to: typeof to === 'string' ? { path: to } : to,
});

/** The rooms of libs/scoring, from the bottom up: each may import itself and those before it. So they have no cycle. */
const ROOMS = 'arithmetic orders behaviour model explaining scores learning learning-behaviour fitting evaluation watching';
const SCORING_ROOMS = ROOMS.split(' ');
const scoringRooms = SCORING_ROOMS.slice(0, -1).map((room, i) =>
  forbid(
    `scoring-${room}-knows-no-later-room`,
    'orders → model → explaining → scores; learning, fitting, evaluation and watching stand above',
    `^libs/scoring/src/${room}/`,
    `^libs/scoring/src/(${SCORING_ROOMS.slice(i + 1).join('|')}|index)`,
  ),
);

const directions = [
  forbid('libs-know-no-process', 'libs are used by processes, never the other way round', '^libs/', '^(apps|tools|bench|test)/'),
  forbid('apps-know-only-libs', 'an app is a process of its own', '^apps/', '^(tools|bench|test)/'),
  forbid('apps-stand-apart', 'apps share code through libs and work through queues', '^apps/([^/]+)/', {
    path: '^apps/',
    pathNot: '^apps/$1/',
  }),
  forbid('dashboard-knows-the-api-alone', 'it runs in browsers; it reads the files of people as the import does', '^apps/dashboard/', {
    path: OURS,
    pathNot: '^(apps/dashboard|libs/order-import)/',
  }),
  forbid(
    'dashboard-features-stand-apart',
    'two features share code through components/, shell/, or shared/',
    '^apps/dashboard/src/features/([^/]+)/',
    {
      path: '^apps/dashboard/src/features/',
      pathNot: '^apps/dashboard/src/features/$1/',
    },
  ),
  forbid(
    'dashboard-features-on-top',
    'what features share knows no feature; the router lists them, and main.tsx starts the router',
    '^apps/dashboard/src/(?!features/|router[.]tsx$|main[.]tsx$)',
    '^apps/dashboard/src/(features/|router[.]tsx$|main[.]tsx$)',
  ),
  forbid('processes-stand-apart', 'tools and bench drive the apps as processes', '^(tools|bench)/', '^(apps|test)/'),
  forbid('core-knows-nothing-of-ours', 'everything else stands on core', '^libs/core/', { path: OURS, pathNot: '^libs/core/' }),
  forbid('foundations-know-only-core', 'a lib that many need stands on core alone', '^libs/(config|dto|entities|observability|queues)/', {
    path: OURS,
    pathNot: '^libs/($1|core)/',
  }),
  forbid('database-knows-core-and-entities', 'a lib that many need stands on core and the shapes of its tables', '^libs/database/', {
    path: OURS,
    pathNot: '^libs/(database|core|entities)/',
  }),
  forbid('guards-know-core-and-database', 'who calls is a question to the database', '^libs/guards/', {
    path: OURS,
    pathNot: '^libs/(guards|core|credentials|database|tenants)/',
  }),
  forbid('delivery-knows-foundations', 'the api tests an endpoint and the worker delivers, by one sender', '^libs/delivery/', {
    path: OURS,
    pathNot: '^libs/(delivery|config|core|database|entities|tenants)/',
  }),
  forbid('mail-campaigns-and-digest', 'the api and the worker both use them, in a transaction', '^libs/(mail|campaigns|digest)/', {
    path: OURS,
    pathNot: '^libs/(mail|campaigns|digest|core|credentials|database|entities|orders|tenants|work)/',
  }),
  forbid(
    'storefront-knows-no-process',
    'the api connects shops and takes their webhooks, the worker imports, both by one reading',
    '^libs/(storefront|destinations)/',
    {
      path: OURS,
      pathNot: '^libs/(storefront|$1|config|core|database|delivery|entities|order-import|tenants|work)/',
    },
  ),
  forbid(
    'ingestion-has-no-door-of-its-own',
    'the api and the worker both call it, so it knows neither HTTP shapes nor callers',
    '^libs/ingestion/',
    {
      path: OURS,
      pathNot: '^libs/(ingestion|core|database|queues|observability|order-import|orders|tenants|work)/',
    },
  ),
  forbid('operator-reads-what-stands', 'it shows what others do and does nothing itself', '^libs/operator/', {
    path: OURS,
    pathNot: '^libs/(operator|config|core|database|observability|queues|work)/',
  }),
  forbid('platform-wires-foundations', 'both apps start from it, so it knows the subject of neither', '^libs/platform/', {
    path: OURS,
    pathNot: '^libs/(platform|config|core|database|observability|operator|queues|tenants|work)/',
  }),
  forbid('terminal-knows-nothing-of-ours', 'any command can use it', '^libs/terminal/', { path: OURS, pathNot: '^libs/terminal/' }),
  forbid('order-import-stands-alone', 'it also runs in browsers', '^libs/order-import/', { path: OURS, pathNot: '^libs/order-import/' }),
  forbid('backfill-knows-the-client', 'it sends histories through the API, as any merchant can', '^libs/backfill/', {
    path: OURS,
    pathNot: '^libs/(backfill|client|core|order-import|terminal)/',
  }),
  forbid('scoring-is-arithmetic', 'a score is a function of what is stored: no package, no Node, no other lib', '^libs/scoring/src/', {
    pathNot: '^libs/scoring/src/',
    dependencyTypesNot: ['type-only'],
  }),
  forbid('scoring-shares-only-types-of-core', 'the shape of what is stored; nothing of it is there at run time', '^libs/scoring/src/', {
    pathNot: ['^libs/scoring/src/', '^libs/core/src/index[.]ts$'],
  }),
  ...scoringRooms,
  forbid('test-data-is-for-tests', 'a process never reads what tests compare with', '^(apps|libs/[^/]+/src|tools|bench)/', TEST_DATA),
  forbid(
    'mapping-test-data-is-for-tests',
    'a process never reads what tests compare with',
    '^(apps|tools|bench|libs)/(?!storefront/src/mapping/test-data/)',
    '^libs/storefront/src/mapping/test-data/',
  ),
  {
    name: 'scoring-specs-need-little',
    comment: 'what proves the arithmetic needs no service either',
    severity: 'error',
    from: { path: ['^libs/scoring/test-data/', `^libs/scoring/.*${SPEC}`] },
    to: { pathNot: ['^libs/scoring/', packages('fast-check', '@jest/globals'), '^(node:)?(fs|path|url|zlib)$'] },
  },
  forbid(
    'client-knows-nothing-of-ours',
    'it is published by itself, and what it knows of the service stands in the OpenAPI document',
    '^libs/client/',
    {
      path: [OURS, 'node_modules'],
      pathNot: ['^libs/client/', '(^|/)node_modules/@types/node/'],
    },
  ),
  forbid('orders-know-scoring', 'which orders count, and what a score needs of them', '^libs/orders/', {
    path: OURS,
    pathNot: '^libs/(orders|core|database|observability|scoring|work)/',
  }),
  forbid('customers-know-no-caller', 'a customer as callers and files get it, with the reasons of the score', '^libs/customers/', {
    path: '^(apps|tools|bench|test)/|^libs/(?!customers|campaigns|core|database|observability|order-import|orders|scoring)',
  }),
  forbid('tenants-and-work-know-the-database', 'accounts and secrets of a tenant; the rows that say what is due', '^libs/(tenants|work)/', {
    path: OURS,
    pathNot: '^libs/($1|core|database|entities)/',
  }),
  forbid(
    'api-scores-nothing-new',
    'scores come from the worker; the api computes the reasons of a stored score when somebody reads them',
    '^apps/api/(?!src/churn/(get-churn|churn[.]module)[.]ts$)',
    '^libs/scoring/',
  ),
  forbid('worker-knows-no-callers', 'nobody calls the worker: no guards, no HTTP shapes', '^apps/scoring-worker/', {
    path: '^libs/(guards|dto)/',
    reachable: true,
  }),
];

const doors = [
  {
    name: 'lib-through-its-door',
    comment: 'a lib is imported as #libs/<name>: what its index.ts does not export is its own business',
    severity: 'error',
    from: { path: '^(apps|tools|bench|libs/[^/]+)/' },
    to: { path: '^libs/', pathNot: ['^$1/', DOOR, TEST_DATA] },
  },
  {
    name: 'lib-by-its-name',
    comment: 'a relative path into a lib breaks when either side moves',
    severity: 'error',
    from: { path: '^(apps|tools|bench|libs/[^/]+)/' },
    to: { path: '^libs/', pathNot: ['^$1/', TEST_DATA], dependencyTypesNot: ['aliased-subpath-import'] },
  },
  {
    name: 'lib-not-through-its-own-door',
    comment: 'inside a lib the door leads in a circle',
    severity: 'error',
    from: { path: '^libs/([^/]+)/' },
    to: { path: '^libs/$1/src/index\\.ts$' },
  },
  {
    name: 'no-other-index',
    comment: 'index.ts is the door of a lib and nothing else',
    severity: 'error',
    from: { path: OURS },
    to: { path: '(^|/)index\\.[cm]?[jt]s$', pathNot: [DOOR, 'node_modules'] },
  },
  {
    name: 'index-only-as-a-door',
    comment: 'index.ts is the door of a lib and nothing else',
    severity: 'error',
    from: { path: '(^|/)index\\.[cm]?[jt]s$', pathNot: [DOOR, 'node_modules'] },
    to: {},
  },
];

const owners = [
  forbid(
    'typeorm-in-database-only',
    'no tenant, no database: a query exists only on TenantDb',
    '^(apps|tools|bench|libs/(?!(database|entities)/))',
    packages('typeorm'),
  ),
  forbid(
    'pg-in-database-only',
    'no tenant, no database: a query exists only on TenantDb',
    '^(apps|tools(?!/servers/postgres-replica[.]mjs$)|libs/(?!database/))',
    packages('pg'),
  ),
  forbid(
    'ioredis-in-queues-only',
    'connections to Redis are opened and closed in one place',
    '^(apps|tools|libs/(?!queues/))',
    packages('ioredis'),
  ),
  forbid(
    'bull-in-queues-only',
    'a queue is a contract in one table; neither publishers nor stages know Bull',
    '^(apps|tools|libs/(?!queues/))',
    packages('bull', '@nestjs/bull'),
  ),
  forbid(
    'product-runs-without-dev-packages',
    'a process that needs a development package does not start where it is not installed',
    // The dashboard is built into files that need no package.
    '^(apps/(?!dashboard/)|libs/)[^/]+/src/',
    { dependencyTypes: ['npm-dev'] },
  ),
  {
    name: 'bootstrap-needs-no-package',
    comment: '`npm start` and `npm test` begin before anything is installed',
    severity: 'error',
    from: { path: '^tools/.+\\.mjs$' },
    to: { path: ['node_modules', '^libs/', '^tools/src/'], dynamic: false },
  },
];

const health = [
  {
    name: 'no-folder-cycles',
    comment: 'folders in a circle are one folder: move what both need to a third one',
    severity: 'error',
    scope: 'folder',
    // libs/scoring has a stronger rule: its rooms have an order (SCORING_ROOMS). Its specs compare rooms, so they would count here.
    // `to` stays in the same app or lib, because specs may use test/, which uses everything.
    from: { path: ['^((?:apps/|libs/(?!scoring/))[^/]+)/', '^(tools|bench)/'] },
    to: { circular: true, path: '^$1/' },
  },
  { name: 'no-cycles', comment: 'modules in a circle are one module', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-orphans',
    comment: 'nothing imports it and it imports nothing',
    severity: 'error',
    // theme.js is asked for by index.html, (end-with-parent|loopback-only).mjs is preloaded into child processes with --import, patience.mjs into tests by Jest.
    from: {
      orphan: true,
      path: OURS,
      pathNot: [
        '\\.d\\.m?ts$',
        '^apps/dashboard/public/',
        '^(tools/(processes/end-with-parent|servers/loopback-only)|test/support/waiting/patience)\\.mjs$',
      ],
    },
    to: {},
  },
  { name: 'everything-resolves', comment: 'the import leads nowhere', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'only-declared-packages',
    comment: 'a package that only another one brought can vanish with it',
    severity: 'error',
    from: { path: OURS },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

module.exports = {
  forbidden: [...directions, ...doors, ...owners, ...health],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    // libs/client has a package.json of its own; its tests use the packages of the repository.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts', '.json'],
    },
  },
};

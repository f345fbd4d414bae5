/**
 * What `npm test` runs: all rooms, and of everything else what tells most of a change soonest. A file of tests that is not
 * here is of `npm run test:all` alone, which runs these, too.
 */
export const core: readonly string[] = [
  'test/architecture.test.ts',
  'test/conformance.test.ts',
  'test/references.test.ts',
  'test/shared/**/*.test.ts',
  // One synthesis of prod, which these share, and what every stage must keep to.
  ...['alarms', 'api', 'data', 'names', 'permissions', 'protection', 'queues', 'stage-rules'].map(
    name => `test/infra/${name}.test.ts`,
  ),
  // Each noun's whole story, and what README and guides print.
  ...['verification', 'live-address', 'employment', 'live-employment', 'identity', 'delivery'].map(
    name => `test/journeys/${name}.test.ts`,
  ),
  ...[
    'idempotency-keys',
    'applicant-link',
    'dispute',
    'receipts',
    'reports',
    'erasure',
    'sandbox',
    'guides',
  ].map(name => `test/journeys/${name}.test.ts`),
  'test/hostile/sign-in.test.ts',
  'test/hostile/tenancy.test.ts',
  // A journey for each page.
  ...['applicant', 'attest', 'desk', 'docs', 'overview', 'portal', 'work'].map(
    name => `test/browser/${name}.test.ts`,
  ),
]

/** How many tests `npm run test:all` has: it fails where this is not what it ran. */
export const testCount = 8260

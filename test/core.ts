/** What `npm test` runs, by folders of `test`: of everything, what tells most of a change soonest. */
const chosen: Readonly<Record<string, string>> = {
  '.': 'architecture commands conformance references',
  functions: '**/*',
  shared: '**/*',
  // What every stage must keep to, of one synthesis of each.
  infra: 'lock require-node stages stage-settings docs/*',
  'infra/monitoring': 'alarms monitoring',
  'infra/stacks': `api data functions leftovers limits logical-ids names permissions queues references registries
    variables`,
  // Each noun's story.
  journeys: `ends verification live-address employment live-employment identity assignments dispute objection delivery
    webhook-endpoints event-fields reports trail erasure credentials idempotency-keys lists spend-cap sandbox
    planted-values`,
  hostile: 'addresses destinations sessions tenancy',
  // Every app once, and one case by the pages of all who work on it.
  browser: 'apps one-case',
}

/** Of these folders, what tries every death of a step, every picture or every pause, and takes long for it. */
const leftOut: Readonly<Record<string, string>> = {
  'shared/evidence': 'image image-verdict',
  'shared/fieldwork': 'count',
  'shared/http': 'declared',
  'shared/ledger/seal': 'interrupted ledger-seal',
  'shared/log': 'log proof',
  'shared/outbox': 'reconcile',
  'shared/webhook/delivery': 'breaker slowness',
  'shared/work': 'day',
}

/** What says again, at greater length, what others say in each run: every state of a page, every expression, every kill. */
const atNight: Readonly<Record<string, string>> = {
  'dynamodb-local': 'local-environment',
  browser: `budgets clocks desk-habits desk-screen-reader desk-states strangers work-background work-day
    work-full work-load work-refusals work-wifi`,
  hostile: 'expressions long-trails parsers pictures races',
  'infra/admin': 'local-environment',
  'infra/local': 'local-limits',
  'infra/release': 'migration',
  journeys: 'restart',
  'shared/evidence': 'perceptual-digest',
}

const filesOf = (names: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(names).flatMap(([folder, some]) =>
    some
      .split(/\s+/)
      .map(name => (folder === '.' ? `test/${name}.test.ts` : `test/${folder}/${name}.test.ts`)),
  )

/** Paths and patterns of the files that are core. All others are the rest, which `npm run test:all` runs, or the night. */
export const core = filesOf(chosen)

/** Of what these patterns match, what is none the less of the rest. */
export const notCore = filesOf(leftOut)

/** Files that `npm run test:nightly` alone runs. */
export const nightly = filesOf(atNight)

/** The emulator is test equipment: its own tests run where it, they or what is installed changed, and in each night. */
export const ofEmulator = {
  tests: 'test/infra/emulator',
  source: 'infra/emulator',
  installed: 'package-lock.json',
} as const

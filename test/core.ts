/** What `npm test` runs, by folders of `test`: of everything, what tells most of a change soonest. */
const chosen: Readonly<Record<string, string>> = {
  '.': 'architecture conformance references',
  functions: '**/*',
  grants: '**/*',
  shared: '**/*',
  // What every stage must keep to, of one synthesis of each.
  infra: `alarms api data deploy functions growth leftovers limits logical-ids messages monitoring names people permissions
    preflight protection queues references registries rollout stage-context stage variables docs/*`,
  // Each noun's whole story.
  journeys: `verification address-pro documents live-address employment employer-contact live-employment identity
    assignments applicant-link dispute objection delivery webhook-endpoints event-fields receipts reports trail erasure
    credentials idempotency-keys lists spend-cap sandbox planted-values`,
  hostile: 'addresses destinations sessions sign-in tenancy',
  // A journey for each app, and one case by the pages of all who work on it.
  browser: 'applicant apps attest one-case portal work',
}

/** Of these folders, what tries every death of a step, every picture or every pause, and takes half a minute for it. */
const leftOut: Readonly<Record<string, string>> = {
  'shared/evidence': 'image',
  'shared/http': 'declared',
  'shared/trust': 'compaction/compaction ledger-month/ledger-month',
  'shared/webhook/delivery': 'breaker',
}

/** What says again, at greater length, what others say in each run: every state of a page, every expression, every kill. */
const atNight: Readonly<Record<string, string>> = {
  browser: 'desk-habits desk-states',
  hostile: 'expressions long-trails',
  'infra/admin': 'local-environment',
  'infra/local': 'local-limits',
  journeys: 'take-back-restart',
  'shared/evidence': 'perceptual-digest',
  'shared/trust': 'ledger-month/interrupted',
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

/** How many tests `npm run test:all` has: it fails where this is not what it ran. */
export const testCount = 9716

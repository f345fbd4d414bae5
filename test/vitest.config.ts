import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chosenFiles, unchosenFiles } from './support/run-files.ts'

/** What needs no emulator. */
const rooms = ['test/shared/**/*.test.ts', 'test/architecture.test.ts', 'test/references.test.ts']

/** Rooms' files that set up what a process reads once: its variables, or the address of its table. */
const alone = [
  'test/shared/assignment/list-store.test.ts',
  'test/shared/aws/dynamodb.test.ts',
  'test/shared/aws/encryption.test.ts',
  'test/shared/aws/environment.test.ts',
  'test/shared/aws/invoke.test.ts',
  'test/shared/aws/s3.test.ts',
  'test/shared/aws/sigv4-fuzz.test.ts',
  'test/shared/fieldwork/count.test.ts',
  'test/shared/http/contention.test.ts',
  'test/shared/identity/list.test.ts',
  'test/shared/ledger/ledger.test.ts',
  'test/shared/outbox/reconcile.test.ts',
  'test/shared/portal/charges.test.ts',
  'test/shared/stats/visit-store.test.ts',
  'test/shared/trail/store.test.ts',
  'test/shared/trust/receipt/signing.test.ts',
  'test/shared/verification/case-index.test.ts',
  'test/shared/verification/list.test.ts',
  'test/shared/work/assign.test.ts',
  'test/shared/work/case-search.test.ts',
  'test/shared/work/day.test.ts',
  'test/shared/work/pending-decision.test.ts',
]

/** Patience costs nothing where all is well, and a busy machine needs it. */
const limits = { testTimeout: 400_000, hookTimeout: 600_000, expect: { poll: { timeout: 15_000 } } }
const globalSetup = [
  'test/support/run-files.ts',
  'test/support/bundled-once.ts',
  'test/support/made-once.ts',
  'test/grants/whole-run.ts',
]

/** Logs of what passed would bury what failed, and a value in a failure is shown whole. */
export const readable = { silent: 'passed-only', chaiConfig: { truncateThreshold: 0 } } as const

/** @param unchosen files that are left out */
export const roomProjects = (unchosen: readonly string[]): TestProjectConfiguration[] => [
  {
    extends: true,
    test: {
      name: 'room',
      include: rooms,
      exclude: [...alone, ...unchosen],
      pool: 'threads',
      isolate: false,
      ...limits,
    },
  },
  {
    extends: true,
    test: { name: 'room alone', include: alone, exclude: [...unchosen], pool: 'threads', ...limits },
  },
]

export const config = defineConfig({
  test: {
    root: join(import.meta.dirname, '..'),
    ...readable,
    // Most journeys wait for the service, so four files share two cores well.
    maxWorkers: 4,
    // After the last test, what roles may do is held against what was done.
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'emulator',
          include: [...chosenFiles],
          exclude: [...rooms, ...unchosenFiles],
          // The files of a worker share a world, a browser and what was synthesised.
          isolate: false,
          globalSetup,
          ...limits,
        },
      },
      ...roomProjects(unchosenFiles),
    ],
  },
})

export default config

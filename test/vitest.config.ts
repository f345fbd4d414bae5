import '../infra/require-node.mjs'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chosenFiles, unchosenFiles } from './support/run-files.ts'

const root = join(import.meta.dirname, '..')

/** What needs no emulator. */
const rooms = ['test/shared/**/*.test.ts', 'test/architecture.test.ts', 'test/references.test.ts']

/**
 * A room's file that has the table at an address of its own, which the table's client keeps, or that loads modules anew or
 * others in their place: it has a process for itself.
 */
const isAlone = (file: string): boolean =>
  /startRecordedTable|AWS_ENDPOINT_URL_DYNAMODB|resetModules|vi\.mock/.test(
    readFileSync(join(root, file), 'utf8'),
  )
const alone = globSync(rooms, { cwd: root }).filter(isAlone)

/** Patience costs nothing where all is well, and a busy machine needs it. */
const limits = { testTimeout: 400_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }
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
      setupFiles: 'test/support/own-environment.ts',
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
    root,
    ...readable,
    // What local environments announce is not the user's.
    env: { XDG_STATE_HOME: join(root, '.build/state') },
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

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `npm run test:room -- shared/http`: what needs no region, filtered by a part of the path. */
const rooms = ['test/shared/**/*.test.ts', 'test/architecture.test.ts']

const limits = { testTimeout: 30_000, hookTimeout: 120_000 }

/** Small files come last, and this small one takes longest: it must not be what all others are waited for with. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('local/local-environment.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

export const config = defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Most journeys wait for the service, so three files share two cores well.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // After the last test, what roles may do is held against what was done.
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'region',
          include: ['test/**/*.test.ts'],
          exclude: rooms,
          globalSetup: [
            'test/support/bundled-once.ts',
            'test/support/assembled-once.ts',
            'test/grants/whole-run.ts',
          ],
          ...limits,
        },
      },
      { extends: true, test: { name: 'room', include: rooms, ...limits } },
    ],
  },
})

export default config

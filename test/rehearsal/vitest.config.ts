import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { fileOf, journeys, leftOut } from './journeys.ts'

const literal = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As they are listed. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      journeys.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** One file after the other: each gives the stage its own settings. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: journeys.map(fileOf),
    ...(leftOut.length > 0 && {
      testNamePattern: new RegExp(`^(?!.*(${leftOut.map(({ test }) => literal(test)).join('|')}))`),
    }),
    setupFiles: 'test/rehearsal/host.ts',
    fileParallelism: false,
    // What they stand on is loaded once: CDK alone takes a second.
    isolate: false,
    sequence: { sequencer: InOrder },
    // Whoever waits for events gives up after a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

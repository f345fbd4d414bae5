import { defineConfig } from 'vitest/config'
import { journeys, leftOut } from './journeys.ts'

const literal = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** One file after the other: each gives the stage its own settings. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: journeys.map(name => `test/journeys/${name}.test.ts`),
    ...(leftOut.length > 0 && {
      testNamePattern: new RegExp(`^(?!.*(${leftOut.map(({ test }) => literal(test)).join('|')}))`),
    }),
    globalSetup: 'test/support/bundled-once.ts',
    setupFiles: 'test/rehearsal/host.ts',
    fileParallelism: false,
    // Whoever waits for events gives up after a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

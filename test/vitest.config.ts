import { defineConfig } from 'vitest/config'

export const config = defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Most journeys wait for the service, so two files share even one core well.
    maxWorkers: 2,
  },
})

export default config

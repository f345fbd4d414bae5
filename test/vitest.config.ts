import { defineConfig } from 'vitest/config'

/** `npm run test:room -- shared/http`: what needs no region, filtered by a part of the path. */
const rooms = ['test/shared/**/*.test.ts', 'test/architecture.test.ts']

const limits = { testTimeout: 30_000, hookTimeout: 120_000 }

export const config = defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Most journeys wait for the service, so two files share even one core well.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'region', include: ['test/**/*.test.ts'], exclude: rooms, ...limits } },
      { extends: true, test: { name: 'room', include: rooms, ...limits } },
    ],
  },
})

export default config

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { readable, roomProjects } from '../vitest.config.ts'

/** `npm run test:room -- shared/http`: of every tier, filtered by a part of the path. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    ...readable,
    projects: roomProjects(['**/node_modules/**']),
  },
})

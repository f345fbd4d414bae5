import { defineConfig } from 'vitest/config'
import { type RoomName, rooms } from './rooms.ts'

const { tests } = rooms[process.env.ROOM as RoomName]

export default defineConfig({
  test: { include: tests.map(test => `test/shared/${test}.test.ts`), pool: 'threads', testTimeout: 30_000 },
})

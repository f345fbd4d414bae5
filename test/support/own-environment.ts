import { afterAll } from 'vitest'

/* Rooms' files share the process of their worker: each leaves the environment as it found it. */

const found = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name]
  Object.assign(process.env, found)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/sign-in.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

it('signs a person in', async () => {
  const agent = await signIn(world, 'agent-1')
  const answer = await agent.get('/v1/session')
  console.log(answer.status, answer.body, agent.cookie, world.logLines.slice(-5))
  expect(answer.status).toBe(200)
})

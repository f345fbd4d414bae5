import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openPortal } from '../support/portal.ts'
import { signInOwn } from '../support/sign-in.ts'

const world = await joinWorld()

it('a session cookie is refused after its sign-out, even by a container that has cached it', async () => {
  const agent = await signInOwn(world, 'left-agent', 'agent')
  const attempt = () => agent.post('/v1/operations/assignments/1/attempts', {})
  expect((await attempt()).body.code).not.toBe('unauthenticated')
  expect((await agent.delete('/v1/session')).status).toBe(204)
  expect((await attempt()).body.code).toBe('unauthenticated')
})

it('a portal cookie is refused after its sign-out, even by a container that has cached it', async () => {
  await world.client()
  const { ask } = await openPortal(world)
  const change = () => ask('PATCH', '/v1/webhooks/1', { enabled: false })
  expect((await change()).body.code).toBe('not_found')
  expect((await ask('DELETE', '/v1/portal/session')).status).toBe(204)
  expect((await change()).body.code).toBe('unauthenticated')
})

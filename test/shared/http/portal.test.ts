import { expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import { serve } from '../../../shared/http/api.ts'
import { browser, ownPage } from './browser.ts'
import { answered, caller, openWorld, portalToken, routes, token } from './chain.ts'
import { cup } from './path.ts'

/* As in a stage: over https. */
process.env.STAGE = 'prod'

const reader: Caller = { ...caller, scopes: ['addresses', 'webhooks'] }

const inPortal = {
  readThing: { ...routes.readThing, inPortal: true },
  dropThing: { ...routes.dropThing, inPortal: true },
} as const

const asking = (of: typeof inPortal | typeof routes) =>
  browser(
    `__Host-portal=${portalToken}`,
    ({ readThing, dropThing }, ports) => serve(of, { readThing, dropThing } as never, {}, ports),
    () => openWorld(reader),
  )
const ask = asking(inPortal)

it('is the client it was opened for, and is counted as that client', async () => {
  const { answer, callers } = await ask('GET')
  expect(answer).toEqual(answered(200, cup))
  expect(callers).toEqual([reader])
})

it('is nothing on a path that does not ask for it', async () => {
  for (const [method, headers] of [
    ['GET', {}],
    ['DELETE', ownPage],
  ] as const) {
    const { status, code, callers } = await asking(routes)(method, { headers })
    expect([status, code, callers]).toEqual([401, 'unauthenticated', []])
  }
})

it('is found only under the name that no other host can set, and is no person’s session', async () => {
  for (const cookie of [`portal=${portalToken}`, `__Host-session=${portalToken}`, `__Host-portal=${token}`])
    expect((await ask('GET', { cookies: [cookie] })).status).toBe(401)
})

it('changes what a page of the very host asks for', async () => {
  expect((await ask('DELETE', { headers: ownPage })).status).toBe(204)
})

it.each([{}, { ...ownPage, origin: 'https://evil.example' }])(
  'changes nothing for a page that says %o',
  async headers => {
    const { status, code, callers } = await ask('DELETE', { headers })
    expect([status, code, callers]).toEqual([403, 'foreign_origin', []])
  },
)

it('counts for nothing beside a token, good or bad, and is no token', async () => {
  expect((await ask('DELETE', { headers: { authorization: `Bearer ${token}` } })).status).toBe(204)
  for (const authorization of [`Bearer ${'x'.repeat(43)}`, `Bearer ${portalToken}`, ''])
    expect((await ask('GET', { headers: { authorization } })).status).toBe(401)
})

it('stands in the log line, and its requests in no request log', async () => {
  const { world } = await ask('DELETE')
  expect(world.lines.at(-1)).toMatchObject({ event: 'request.answered', isPortal: true, status: 403 })
  expect(world.requests).toEqual([])
})

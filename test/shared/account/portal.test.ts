import { beforeAll, describe, expect, it } from 'vitest'
import * as onboard from '../../../functions/admin/accounts.ts'
import { portalTokenDigest } from '../../../shared/account/credential.ts'
import { findCaller, findPortalCaller } from '../../../shared/account/find-caller.ts'
import {
  issuePortalLink,
  openPortalByLink,
  openPortalBySecret,
  readPortalSession,
} from '../../../shared/account/portal.ts'
import {
  idleSeconds,
  portalLinkSeconds,
  portalSeconds,
  renewedIdleEnd,
} from '../../../shared/account/session.ts'
import { renewPortalSession } from '../../../shared/account/store.ts'
import { startStage } from '../table/stage.ts'

let organisationId: number
beforeAll(async () => {
  await startStage()
  organisationId = (await onboard.createOrganisation({ command: 'createOrganisation', name: 'One' })).id
})

const withdrawals = [
  ['removed', (clientId: string) => onboard.removeClient({ command: 'removeClient', clientId })],
  ['revoked', (clientId: string) => onboard.revokeTokens({ command: 'revokeTokens', clientId })],
] as const

const minuteMs = 60_000

const openClient = () =>
  onboard.createClient({ command: 'createClient', organisationId, mode: 'test', scopes: ['addresses'] })

const opened = async () => {
  const client = await openClient()
  return { ...client, session: (await openPortalBySecret(client, Date.now()))!.session }
}

const linkOf = async (clientId: string) => (await issuePortalLink(clientId, Date.now()))!.link

describe('a portal session', () => {
  it('is the client’s, and no access token, wherever it was seen before', async () => {
    const { clientId, session } = await opened()
    const now = Date.now()
    const caller = { clientId, organisationId, mode: 'test', scopes: ['addresses'] }
    expect(await findPortalCaller(session, now)).toEqual(caller)
    expect(await findCaller(session, now)).toBeUndefined()
    const forged = `${'x'.repeat(43)}${clientId}`
    expect(await findPortalCaller(forged, now)).toBeUndefined()
  })

  it.each(withdrawals)(
    'is dead within a minute where its client is %s, where it was trusted, too',
    async (_what, withdraw) => {
      const { clientId, session } = await opened()
      expect(await findPortalCaller(session, Date.now())).toBeDefined()
      await withdraw(clientId)
      expect(await findPortalCaller(session, Date.now() + minuteMs)).toBeUndefined()
      expect(await readPortalSession(session, Date.now())).toBeUndefined()
    },
  )

  it('ends after an idle hour, and after eight whatever is done', async () => {
    const { session } = await opened()
    const startMs = Date.now()
    const isIn = async (seconds: number) =>
      (await findPortalCaller(session, startMs + seconds * 1000)) !== undefined
    expect(await isIn(idleSeconds - 60)).toBe(true)
    expect(await isIn(idleSeconds + 1)).toBe(false)
    const stored = (await readPortalSession(session, startMs))!
    const late = startMs + (portalSeconds - 60) * 1000
    expect(renewedIdleEnd({ ...stored, expiresAt: 0 }, late)).toBe(stored.endsAt)
    await renewPortalSession(portalTokenDigest(session), stored.endsAt)
    expect(await isIn(portalSeconds - 60)).toBe(true)
    expect(await isIn(portalSeconds + 1)).toBe(false)
  })
})

describe('a link to the portal', () => {
  it('opens one session, however many follow it at once', async () => {
    const { clientId } = await openClient()
    const link = await linkOf(clientId)
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => openPortalByLink(link, Date.now())))
    const sessions = tries.flatMap(each => (each.status === 'fulfilled' && each.value ? [each.value] : []))
    expect(sessions).toHaveLength(1)
    expect(await openPortalByLink(link, Date.now())).toBeUndefined()
  })

  it('is over after five minutes', async () => {
    const { clientId } = await openClient()
    const link = await linkOf(clientId)
    expect(await openPortalByLink(link, Date.now() + (portalLinkSeconds + 1) * 1000)).toBeUndefined()
    expect(await openPortalByLink(link, Date.now() + (portalLinkSeconds - 5) * 1000)).toBeDefined()
  })

  it.each(withdrawals)('is dead where its client is %s', async (_what, withdraw) => {
    const { clientId } = await openClient()
    const link = await linkOf(clientId)
    await withdraw(clientId)
    expect(await openPortalByLink(link, Date.now())).toBeUndefined()
  })

  it('is not made for a client that is gone', async () => {
    expect(await issuePortalLink('nobody', Date.now())).toBeUndefined()
  })
})

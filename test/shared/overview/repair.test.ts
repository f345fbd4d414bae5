import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openAssignment } from '../../../shared/work/assignment/store.ts'
import { addLink, listLinks, markMessage } from '../../../shared/link/store.ts'
import type { MendAction } from '../../../shared/overview/contract.ts'
import { repairStuck } from '../../../shared/overview/repair.ts'
import { toStuckId } from '../../../shared/overview/stuck.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { findVerification } from '../../../shared/verification/store.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

/* What the journey cannot bring about: a workflow that is gone, and a message that nobody could send. */

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  process.env.STAGE = 'local'
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString()

const opened = async (dueMinutesAgo: number) => {
  const { key, verification } = await acceptedAddress(nowMs)
  const opening = { taskToken: '', at: at(-100), dueAt: at(-dueMinutesAgo), isListed: true }
  await openAssignment(key, verification, opening)
  const caller = { clientId: 'operator-1', organisationId: 0, mode: key.mode, scopes: [] } as const
  const repair = (action: MendAction, afterMs = 0) =>
    repairStuck(caller, { id: toStuckId(key), action }, nowMs + afterMs)
  const trail = async () => eventsIn(await readTrail(key, nowMs)).map(({ what, by }) => `${what} ${by}`)
  const find = () => findVerification(key, key.verificationId, nowMs)
  return { key, repair, trail, find }
}

describe('what its workflow has forgotten', () => {
  it('is noted as late in the operator’s name, once', async () => {
    const { repair, trail, find } = await opened(11)
    await repair('delay')
    expect((await find())?.delayedAt).toBe(at(0))
    expect(await trail()).toEqual(['delayed operator-1'])
    await expect(repair('delay')).rejects.toMatchObject({ code: 'not_stuck' })
  })

  it('is left alone while the workflow may still come', async () => {
    const { repair, trail } = await opened(9)
    await expect(repair('delay')).rejects.toMatchObject({ code: 'not_stuck' })
    expect(await trail()).toEqual([])
  })
})

const order = { purpose: 'applicant', channel: 'sms', by: 'service' } as const

it('a message that did not arrive is sent again with a link that takes the place of the first', async () => {
  const { key, repair, trail } = await opened(-60)
  const link = await addLink(key, order, nowMs)
  if (typeof link === 'string') throw new Error(link)
  await expect(repair('send')).rejects.toMatchObject({ code: 'not_stuck' })
  await markMessage(link, [], 'undeliverable')
  await repair('send')
  const links = (await listLinks(key)).map(({ number, state, by, channel }) => [number, state, by, channel])
  expect(links).toEqual([
    [1, 'revoked', 'service', 'sms'],
    [2, 'sent', 'operator-1', 'sms'],
  ])
  expect(await trail()).toEqual(['linkSent service', 'linkRevoked operator-1', 'linkSent operator-1'])
  await expect(repair('send')).rejects.toMatchObject({ code: 'not_stuck' })
})

it('ends what nobody took once, however many ask at the same moment', async () => {
  const { repair, trail, find } = await opened(60)
  const ends = await Promise.allSettled(Array.from({ length: 5 }, (_, ms) => repair('expire', ms)))
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await find())?.outcome).toBe('expired')
  expect(await trail()).toEqual(['expired operator-1'])
})

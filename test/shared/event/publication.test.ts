import { beforeAll, expect, it } from 'vitest'
import { packBodies, toPublishedTrailEvent } from '../../../shared/event/envelope.ts'
import { toEventDraft } from '../../../shared/event/event.ts'
import { freezeEvent } from '../../../shared/event/freeze-store.ts'
import { findPublicationOrRevision } from '../../../shared/event/publication.ts'
import { readActs } from '../../../shared/trail/page-store.ts'
import { startTable } from '../../support/table.ts'

const at = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(at)
const key = { organisationId: 1, mode: 'test', verificationId: 4711 } as const

beforeAll(startTable)

it('is what the trail says of it, also where it came between the reads of trail and event', async () => {
  const publicationBy = (trail: Awaited<ReturnType<typeof readActs>>) =>
    findPublicationOrRevision(key, { revision: 1, endedAt: at, trail }, nowMs)
  const before = await readActs(key, nowMs)
  expect([before, await publicationBy(before)]).toEqual([[], undefined])

  const about = { event: 'address', eventType: 'verification_completed', occurredAt: at } as const
  const event = { ...toEventDraft(key, about), createdAt: at }
  await freezeEvent(event, packBodies('{}'), toPublishedTrailEvent(event, '{}'))
  const told = await publicationBy(await readActs(key, nowMs))
  expect(told).toMatchObject({ event: { id: event.id }, trail: { n: 1 } })
  expect(await publicationBy(before)).toEqual(told)
})

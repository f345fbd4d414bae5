import { beforeAll, describe, expect, it } from 'vitest'
import { linkKind } from '../../../shared/link/kinds.ts'
import type { Link } from '../../../shared/link/link.ts'
import {
  addFirstLink,
  addLink,
  answerLink,
  findLink,
  listLinks,
  markMessage,
  markOpened,
  maxLinksPerPurpose,
} from '../../../shared/link/store.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { findTrailBreak } from '../../../shared/trail/check.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { eraseItems } from '../../../shared/subject/record-items-store.ts'
import { eraseVerification, findStored } from '../../../shared/verification/person-store.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'
import { openAwsEndpoint } from '../aws/endpoint.ts'

beforeAll(async () => {
  await startTable()
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'a key of the stage' }))
  // An erasure finds the entries of a search by digests.
  Object.assign(process.env, { ID_NUMBER_SECRET: 'id-number-key' })
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const order = { purpose: 'applicant', channel: 'sms', by: 'service' } as const

const accepted = async () => (await acceptedAddress(nowMs)).key
const sent = async (key: VerificationKey, changes: object = {}): Promise<Link> => {
  const link = await addLink(key, { ...order, ...changes }, nowMs)
  if (typeof link === 'string') throw new Error(link)
  return link
}
const statesOf = async (key: VerificationKey) =>
  (await listLinks(key)).map(({ purpose, number, state }) => `${purpose} ${number} ${state}`)
const trailOf = async (key: VerificationKey) => {
  const entries = await readTrail(key)
  expect(findTrailBreak(key, entries)).toBeUndefined()
  return eventsIn(entries).map(({ what, by, facts: { purpose, number, channel = '' } = {} }) =>
    `${what} ${by} ${purpose} ${number} ${channel}`.trim(),
  )
}

it('is made with its time and without an answer', async () => {
  const key = await accepted()
  const link = await sent(key, { to: 'x@y.example' })
  expect(link).toEqual({
    ...key,
    ...order,
    to: 'x@y.example',
    number: 1,
    state: 'sent',
    sentAt: '2026-11-20T12:00:00.000Z',
    endsAtSeconds: Date.parse('2026-12-04T12:00:00.000Z') / 1000,
  })
  expect(await findLink(link)).toMatchObject(link)
  expect(await trailOf(key)).toEqual(['linkSent service applicant 1 sms'])
})

describe('a second link', () => {
  it('revokes the one before it, of its purpose alone', async () => {
    const key = await accepted()
    await sent(key)
    await sent(key, { purpose: 'documents' })
    await sent(key)
    expect(await statesOf(key)).toEqual(['applicant 1 revoked', 'applicant 2 sent', 'documents 1 sent'])
    expect(await trailOf(key)).toEqual([
      'linkSent service applicant 1 sms',
      'linkSent service documents 1 sms',
      'linkRevoked service applicant 1',
      'linkSent service applicant 2 sms',
    ])
  })

  it('leaves an answer what it is', async () => {
    const key = await accepted()
    await answerLink(await sent(key), { consent: 'given' }, nowMs)
    await sent(key)
    expect(await statesOf(key)).toEqual(['applicant 1 answered', 'applicant 2 sent'])
  })

  it('is one of many at once, of which the last alone is good', async () => {
    const key = await accepted()
    const all = await Promise.all(Array.from({ length: 6 }, () => sent(key)))
    expect(all.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect((await statesOf(key)).filter(each => each.endsWith('sent'))).toEqual(['applicant 6 sent'])
  })

  it('is refused beyond a number of them', async () => {
    const key = await accepted()
    for (let number = 1; number <= maxLinksPerPurpose; number++) await sent(key)
    expect(await addLink(key, order, nowMs)).toBe('too_many')
    expect(await listLinks(key)).toHaveLength(maxLinksPerPurpose)
  })
})

it('is made first once, however often and at the same time', async () => {
  const key = await accepted()
  await Promise.all(Array.from({ length: 4 }, () => addFirstLink(key, order, nowMs)))
  await addFirstLink(key, order, nowMs)
  expect(await statesOf(key)).toEqual(['applicant 1 sent'])
  expect(await trailOf(key)).toHaveLength(1)
})

it('is opened once, and no more when it was answered', async () => {
  const key = await accepted()
  const link = await sent(key)
  await markOpened(link, nowMs)
  await markOpened(link, nowMs + 1000)
  expect(await findLink(link)).toMatchObject({ state: 'opened', openedAt: '2026-11-20T12:00:00.000Z' })
  await answerLink(link, {}, nowMs)
  await markOpened(link, nowMs)
  expect(await findLink(link)).toMatchObject({ state: 'answered' })
  expect(await trailOf(key)).toEqual([
    'linkSent service applicant 1 sms',
    'linkOpened applicant applicant 1',
    'linkAnswered applicant applicant 1',
  ])
})

it('is answered once, also by several at once', async () => {
  const link = await sent(await accepted())
  const kept = await Promise.all(['a', 'b', 'c'].map(said => answerLink(link, { said }, nowMs)))
  expect(kept.filter(Boolean)).toHaveLength(1)
  const { answer } = (await findLink(link))!
  expect(await answerLink(link, { said: 'later' }, nowMs)).toBe(false)
  expect(await findLink(link)).toMatchObject({ answer, answeredAt: '2026-11-20T12:00:00.000Z' })
})

it('is not answered once it was revoked', async () => {
  const key = await accepted()
  const link = await sent(key)
  await sent(key)
  expect(await statesOf(key)).toEqual(['applicant 1 revoked', 'applicant 2 sent'])
  expect(await answerLink(link, {}, nowMs)).toBe(false)
})

it.each(['cancelled', 'expired'] as const)('is neither made nor answered when all is %s', async outcome => {
  const key = await accepted()
  const link = await sent(key)
  const end = { to: outcome, at: new Date(nowMs).toISOString(), by: 'service' }
  await transitionVerification(key, outcome === 'cancelled' ? 'cancel' : 'expire', end)
  expect(await answerLink(link, {}, nowMs)).toBe(false)
  expect(await addLink(key, order, nowMs)).toBe('over')
  await addFirstLink(key, { ...order, purpose: 'documents' }, nowMs)
  expect(await statesOf(key)).toEqual(['applicant 1 sent'])
})

it('goes with its verification, and comes back by nobody', async () => {
  const key = await accepted()
  const link = await sent(key)
  await answerLink(link, { said: 'much' }, nowMs)
  expect(await eraseItems(linkKind, key, true)).toBe(1)
  expect(await statesOf(key)).toHaveLength(1)
  await eraseVerification((await findStored(key, key.verificationId))!, new Date(nowMs).toISOString())
  expect(await eraseItems(linkKind, key, false)).toBe(1)
  expect(await eraseItems(linkKind, key, false)).toBe(0)
  await markOpened(link, nowMs)
  expect(await markMessage(link, [], 'sending')).toBe(false)
  expect(await answerLink(link, {}, nowMs)).toBe(false)
  expect(await statesOf(key)).toEqual([])
})

it('notes what became of its message only where it is still what it was', async () => {
  const link = await sent(await accepted())
  expect(await markMessage(link, ['sending'], 'sent')).toBe(false)
  expect(await markMessage(link, [], 'sending')).toBe(true)
  expect(await markMessage(link, [], 'sending')).toBe(false)
  expect(await markMessage(link, ['sending'], undefined)).toBe(true)
  expect((await findLink(link))!.message).toBeUndefined()
})

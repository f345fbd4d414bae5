import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildEventId } from '../../../shared/event/event.ts'
import { findEvent } from '../../../shared/event/store.ts'
import { effectsOf } from '../../../shared/outbox/effect.ts'
import { performEffects } from '../../../shared/outbox/perform.ts'
import { readDayStats } from '../../../shared/numbers/day-store.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import type { Verification } from '../../../shared/verification/verification.ts'
import { buildEndpoint } from '../../../shared/webhook/endpoint/endpoint.ts'
import { insertEndpoint } from '../../../shared/webhook/endpoint/store.ts'
import { openOf } from '../../support/open.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification } from '../../support/verifications.ts'
import { type AwsEndpoint, openAwsEndpoint, storedMessages } from '../aws/endpoint.ts'

let aws: AwsEndpoint
let refused: (body: string) => boolean

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  aws = await openAwsEndpoint()
  const queueUrl = (name: string) => `${aws.url}/111122223333/${name}`
  Object.assign(process.env, {
    COMPLETIONS_QUEUE_URL: queueUrl('completions'),
    DELIVERIES_QUEUE_URL: queueUrl('deliveries'),
    FILE_TOKEN_SECRET: 'file-token-key',
    MEDIA_URL: 'https://media.example',
  })
})
beforeEach(() => {
  refused = () => false
  aws.answer(({ action, body }) =>
    action === 'SendMessageBatch'
      ? storedMessages(body.Entries, refused)
      : { SecretString: 'a key of the stage' },
  )
})

const now = '2026-11-20T12:00:00.000Z'
let ids = 1000

/** Orders that were accepted and have ended, as the stream tells of their ends. */
const ended = async (organisationId: number, count: number, at = now) => {
  const orders: Verification[] = []
  for (let each = 0; each < count; each++) {
    const id = ++ids
    orders.push(
      addressVerification({ street: `${id} Batch Street` }, { id, organisationId, mode: 'test', now }),
    )
  }
  for (const order of orders) await acceptVerification(order, Date.parse(now))
  return orders.map(order =>
    effectsOf({
      kind: 'verification',
      before: order,
      after: { ...order, outcome: 'expired', updatedAt: at } as Verification,
    }).filter(({ kind }) => kind !== 'case'),
  )
}

const registered = async (organisationId: number, id: number) => {
  const body = { url: `https://receiver.example/${id}`, events: ['address.verification_completed'] }
  const owner = { organisationId, mode: 'test', id, secrets: [], scopes: [], now } as const
  await insertEndpoint(buildEndpoint(body as never, owner))
}

const messagesTo = (queue: string, from = 0) =>
  aws.calls
    .slice(from)
    .filter(({ body }) => body.QueueUrl?.endsWith(`/${queue}`))
    .map(({ body }) => body.Entries.map((one: { MessageBody: string }) => JSON.parse(one.MessageBody)))

const openIds = async (organisationId: number) =>
  (await openOf({ organisationId, mode: 'test' })).verifications.map(({ id }) => id).sort()

it('sends the effects of a whole batch of changes in tens, and marks them all as published', async () => {
  await registered(21, 1)
  const changes = await ended(21, 12)
  const before = aws.calls.length
  const ends = await performEffects(changes)
  expect(ends.every(({ status }) => status === 'fulfilled')).toBe(true)
  const sizes = (queue: string) => messagesTo(queue, before).map(batch => batch.length)
  expect(sizes('deliveries').sort()).toEqual([10, 2])
  expect(sizes('completions').sort()).toEqual([10, 2])
  expect(await openIds(21)).toEqual([])
})

it('fails each change that has a message which was not stored, and no other', async () => {
  await registered(22, 2)
  const changes = await ended(22, 4)
  const of = changes.map(([first]) => (first as { verification: Verification }).verification.id)
  refused = body =>
    body.includes(buildEventId(of[1]!, 'verification_completed')) ||
    (body.includes(`"verificationId":${of[3]}`) && body.includes('ended'))
  const ends = await performEffects(changes)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  // What was not told, or whose workflow was not told, is still found by reconciliation.
  expect(await openIds(22)).toEqual([of[1], of[3]])
  refused = () => false
  const before = aws.calls.length
  expect((await performEffects([changes[1]!])).map(({ status }) => status)).toEqual(['fulfilled'])
  expect(messagesTo('deliveries', before).flat()).toMatchObject([
    { eventId: buildEventId(of[1]!, 'verification_completed'), endpointId: 2 },
  ])
  expect(await openIds(22)).toEqual([of[3]])
})

it('stores an event before any delivery of it', async () => {
  await registered(23, 3)
  const [change] = await ended(23, 1)
  refused = () => true
  expect((await performEffects([change!]))[0]!.status).toBe('rejected')
  const id = buildEventId(ids, 'verification_completed')
  expect(await findEvent({ organisationId: 23, mode: 'test' }, id, Date.now())).toMatchObject({ id })
})

it('sends an event to an endpoint that was registered just before, though its list had just been read', async () => {
  await registered(24, 4)
  await performEffects(await ended(24, 1, new Date().toISOString()))
  await registered(24, 5)
  const changes = await ended(24, 1, new Date().toISOString())
  const before = aws.calls.length
  await performEffects(changes)
  const sentTo = messagesTo('deliveries', before)
    .flat()
    .map(({ endpointId }) => endpointId)
  expect(sentTo).toEqual([4, 5])
})

it('counts every end once, though its batch fails and comes again whole and in parts', async () => {
  await registered(25, 6)
  const changes = await ended(25, 5, '2026-11-18T09:00:00.000Z')
  refused = () => true
  expect((await performEffects(changes)).map(({ status }) => status)).not.toContain('fulfilled')
  refused = () => false
  await performEffects(changes.slice(2))
  await performEffects(changes)
  const { products } = await readDayStats('test', '2026-11-18')
  expect(products.address?.outcomes).toEqual({ expired: 5 })
})

it('fails the changes that it could not count, and no other', async () => {
  const key = { organisationId: 26, mode: 'test', verificationId: 1, at: now } as const
  // More than an item holds, and nothing that could be packed.
  const reviewer = randomBytes(400_000).toString('hex')
  const fact = { kind: 'returned', ...key, agent: 'agent-1', reviewer } as const
  const [sound] = await ended(26, 1)
  const uncounted = sound!.filter(({ kind }) => kind !== 'fact')
  const ends = await performEffects([[{ kind: 'fact', fact }], uncounted])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

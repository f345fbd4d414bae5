import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimVisit } from '../../../shared/assignment/claim-store.ts'
import { fileReport } from '../../../shared/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/assignment/store.ts'
import { saveUnsent } from '../../../shared/evidence/unsent-store.ts'
import { queueReminders, type ReminderMessage, sendReminder } from '../../../shared/fieldwork/reminder.ts'
import { database } from '../../../shared/table/driver.ts'
import { memberPhoneKey, verificationKey } from '../../../shared/table/keys.ts'
import { deleteMember, saveMember, saveTeam } from '../../../shared/team/store.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, drawIds, liveTenant } from '../../support/verifications.ts'
import { type AwsEndpoint, openAwsEndpoint, storedMessages } from '../aws/endpoint.ts'

/* Eleven in the morning of a Friday in Lagos. Each test has an agent of its own, who has said that something is unsent. */

const nowMs = Date.parse('2026-11-27T10:00:00.000Z')
const minutes = (n: number): string => new Date(nowMs + n * 60_000).toISOString()
const tenant = liveTenant(7)
const draw = drawIds(nowMs - 40 * 3_600_000)
let aws: AwsEndpoint
/** What the service for text messages says. */
let answer: object

const senders = (changes: object = {}) =>
  JSON.stringify({
    sender: null,
    smsOrigin: 'arn:origin',
    inTestMode: false,
    countries: ['NG'],
    limits: { perMatter: 20, perRecipient: 100, perClient: 100 },
    ...changes,
  })

beforeAll(async () => {
  await startTable()
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    LINK_SECRET: 'verification-local-link-key',
    STAGE: 'test',
    MESSAGES_QUEUE_URL: `${aws.url}/1/messages`,
  })
  await saveTeam({ id: 'north', name: 'North', areas: [2411] })
  aws.answer(({ action, body }) => {
    if (action === 'GetSecretValue') return { SecretString: 'k'.repeat(64) }
    return action === 'SendMessageBatch' ? storedMessages(body.Entries) : answer
  })
})

beforeEach(() => {
  process.env.MESSAGE_SENDERS = senders()
  answer = { MessageId: '1' }
})

const visit = async () => {
  const id = draw()
  const verification = addressVerification({ street: `${id} Allen Avenue` }, { id, ...tenant })
  await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
  const key = { ...tenant, verificationId: id }
  const opening = { taskToken: 't', at: minutes(-600), dueAt: minutes(600), isListed: true }
  await openAssignment(key, verification, opening)
  return key
}
type VisitKey = Awaited<ReturnType<typeof visit>>

const claim = async (key: VisitKey, by: string, untilMinutes: number, offeredBy?: string) => {
  const assignment = (await findAssignment(key))!
  const lease = { by, at: minutes(-60), until: minutes(untilMinutes), offeredBy }
  expect(await claimVisit(assignment, lease, 20)).toBe('claimed')
}

/** @param forMinutes how long the number is kept */
const named = (agentId: string, phone = '+2348031234567', forMinutes = 1000) =>
  saveMember({ agentId, teamId: 'north' }, { phone, expiresAt: Date.parse(minutes(forMinutes)) / 1000 })

let agents = 0
/** An agent with a number, whose phone has said that it holds a report. */
const forgetful = async (phone = '+2348031234567') => {
  const agentId = `reminded-${++agents}`
  await named(agentId, phone)
  await saveUnsent('live', { agentId, deviceId: 'd' }, { number: 1, reports: 1, photos: 3 }, minutes(-30))
  return agentId
}

const callsOf = async (work: () => Promise<unknown>) => {
  const before = aws.calls.length
  await work()
  return aws.calls.slice(before)
}
/** What is queued now of this agent. */
const queuedFor = async (agentId: string, atMs = nowMs): Promise<readonly ReminderMessage[]> => {
  const calls = await callsOf(() => queueReminders('live', atMs))
  return calls
    .filter(({ action }) => action === 'SendMessageBatch')
    .flatMap(({ body }) =>
      body.Entries.map((entry: { MessageBody: string }) => JSON.parse(entry.MessageBody)),
    )
    .filter((message: ReminderMessage) => message.agentId === agentId)
}
const textsOf = async (message: ReminderMessage, atMs = nowMs) =>
  (await callsOf(() => sendReminder(message, atMs)))
    .filter(({ action }) => action === 'SendTextMessage')
    .map(({ body }) => body)

describe('a lease that ends within two hours', () => {
  it('is told by one text message to its agent, whose phone holds something', async () => {
    const agentId = await forgetful()
    const key = await visit()
    await claim(key, agentId, 90)
    const [message, ...others] = await queuedFor(agentId)
    expect([message, others]).toEqual([{ kind: 'reminder', ...key, agentId, leaseUntil: minutes(90) }, []])
    expect(await textsOf(message!)).toEqual([
      {
        DestinationPhoneNumber: '+2348031234567',
        OriginationIdentity: 'arn:origin',
        MessageBody:
          'Visits: one of your visits ends at 12:30, Lagos time, and your phone holds work that is not sent. Open the page where you have a connection.',
        MessageType: 'TRANSACTIONAL',
      },
    ])
    // The queue brings it again, and the next count looks again.
    expect(await textsOf(message!)).toEqual([])
    expect(await queuedFor(agentId)).toEqual([])
    // Another lease of the same visit is told once more.
    await claim(key, agentId, 100)
    const [later] = await queuedFor(agentId)
    expect(later!.leaseUntil).toBe(minutes(100))
    expect(await textsOf(message!)).toEqual([])
    expect(await textsOf(later!)).toHaveLength(1)
  })

  it('is told once where two copies of the message come at once', async () => {
    const agentId = await forgetful()
    await claim(await visit(), agentId, 90)
    const [message] = await queuedFor(agentId)
    const calls = await callsOf(() => Promise.all([1, 2, 3].map(() => sendReminder(message!, nowMs))))
    expect(calls.filter(({ action }) => action === 'SendTextMessage')).toHaveLength(1)
  })

  it('is told once more where the message was refused for now, and not where it perhaps went out', async () => {
    const agentId = await forgetful()
    await claim(await visit(), agentId, 90)
    const [message] = await queuedFor(agentId)
    answer = { error: 'ThrottlingException' }
    await expect(sendReminder(message!, nowMs)).rejects.toThrow('will be tried again')
    answer = { error: 'ServiceQuotaExceededException' }
    await sendReminder(message!, nowMs)
    expect(await queuedFor(agentId)).toEqual([message])
    answer = { error: 'hang-up' }
    await sendReminder(message!, nowMs)
    answer = { MessageId: '1' }
    expect(await textsOf(message!)).toEqual([])
    expect(await queuedFor(agentId)).toEqual([])
  })
})

describe('nobody is told', () => {
  it('of a lease that ends later, or has ended', async () => {
    const agentId = await forgetful()
    await claim(await visit(), agentId, 121)
    await claim(await visit(), agentId, 0)
    expect(await queuedFor(agentId)).toEqual([])
    const [message] = await queuedFor(agentId, nowMs + 60_000)
    expect(await textsOf(message!, nowMs + 121 * 60_000)).toEqual([])
    expect(await textsOf(message!, nowMs + 120 * 60_000)).toHaveLength(1)
  })

  it('whose phone has not said that it holds something, or has said since that it holds nothing', async () => {
    const silent = `silent-${++agents}`
    await named(silent)
    await claim(await visit(), silent, 90)
    expect(await queuedFor(silent)).toEqual([])
    const agentId = await forgetful()
    await claim(await visit(), agentId, 90)
    expect(await queuedFor(agentId)).toHaveLength(1)
    const nothing = { number: 2, reports: 0, photos: 0 }
    await saveUnsent('live', { agentId, deviceId: 'd' }, nothing, minutes(-1))
    expect(await queuedFor(agentId)).toEqual([])
  })

  it('of what they have not accepted yet, have reported since, or hold no more', async () => {
    const agentId = await forgetful()
    await claim(await visit(), agentId, 90, 'supervisor-1')
    expect(await queuedFor(agentId)).toEqual([])
    const [reported, moved] = [await visit(), await visit()]
    for (const key of [reported, moved]) await claim(key, agentId, 90)
    const messages = await queuedFor(agentId)
    expect(messages).toHaveLength(2)
    const report = { by: agentId, report: { submittedAt: minutes(0) } as never }
    await fileReport((await findAssignment(reported))!, report)
    await claim(moved, 'another-agent', 90, 'supervisor-1')
    for (const message of messages) expect(await textsOf(message)).toEqual([])
  })

  it('who has no number, or one that is not written to, or had as many messages as anybody gets in a day', async () => {
    const nameless = await forgetful()
    await saveMember({ agentId: nameless, teamId: 'north' })
    await claim(await visit(), nameless, 90)
    expect(await queuedFor(nameless)).toEqual([])
    await named(nameless, '+2348031234567', 30)
    const [late] = await queuedFor(nameless)
    expect(await queuedFor(nameless, nowMs + 30 * 60_000)).toEqual([])
    expect(await textsOf(late!, nowMs + 30 * 60_000)).toEqual([])

    const [abroad, gone, busy] = [
      await forgetful('+447700900123'),
      await forgetful(),
      await forgetful('+2348031230000'),
    ]
    for (const agentId of [abroad, gone, busy, busy]) await claim(await visit(), agentId, 90)
    const [toAbroad] = await queuedFor(abroad)
    expect(await textsOf(toAbroad!)).toEqual([])
    const [toGone] = await queuedFor(gone)
    await deleteMember(gone)
    expect(await database.get(memberPhoneKey(gone))).toBeUndefined()
    expect(await textsOf(toGone!)).toEqual([])
    process.env.MESSAGE_SENDERS = senders({ limits: { perMatter: 20, perRecipient: 1, perClient: 100 } })
    const [first, second] = await queuedFor(busy)
    expect(await textsOf(first!)).toHaveLength(1)
    expect(await textsOf(second!)).toEqual([])
  })

  it('where the stage sends no text messages, or none in test mode', async () => {
    const agentId = await forgetful()
    await claim(await visit(), agentId, 90)
    const [message] = await queuedFor(agentId)
    process.env.MESSAGE_SENDERS = senders({ smsOrigin: null })
    expect(await queuedFor(agentId)).toEqual([])
    expect(await textsOf(message!)).toEqual([])
    process.env.MESSAGE_SENDERS = senders()
    expect(await queueReminders('test', nowMs)).toBe(0)
    expect(await textsOf(message!)).toHaveLength(1)
  })
})

it('keeps an agent’s number encrypted, and apart from the member', async () => {
  const agentId = await forgetful()
  expect(await database.get(memberPhoneKey(agentId))).toMatchObject({ phone: '+2348031234567' })
  const raw = await database.get(memberPhoneKey(agentId), { plainOnly: true })
  expect(JSON.stringify(raw)).not.toContain('8031234567')
})

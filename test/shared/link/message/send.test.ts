import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrganisation } from '../../../../shared/account/store.ts'
import type { SubmitResult } from '../../../../shared/aws/submit.ts'
import { purposes } from '../../../../shared/link/link.ts'
import { sendLinkMessage } from '../../../../shared/link/message/send.ts'
import {
  addLink,
  answerLink,
  eraseLinks,
  findLink,
  markMessage,
  type NewLink,
  revokeLink,
} from '../../../../shared/link/store.ts'
import { readLinkToken } from '../../../../shared/link/token.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { transitionVerification } from '../../../../shared/verification/transition-store.ts'
import { acceptedAddress, acceptedEmployment } from '../../../support/links.ts'
import { startTable } from '../../../support/table.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../../aws/endpoint.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
let table: AsyncDisposable
let aws: AwsEndpoint

/** What the services said, one answer after the other; the last repeats. */
let answers: (object | { error: string; status?: number })[]

beforeAll(async () => {
  table = await startTable()
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    LINK_SECRET: 'verification-local-link-key',
    PAGES_URL: 'https://pages.example',
    MESSAGE_SENDERS: JSON.stringify({
      sender: 'no-reply@v.example',
      smsOrigin: 'arn:origin',
      inTestMode: false,
    }),
  })
  await addOrganisation({ id: 7, name: 'Acme Bank', createdAt: new Date(nowMs).toISOString() })
})
afterAll(async () => {
  await table[Symbol.asyncDispose]()
  await aws[Symbol.asyncDispose]()
})

beforeEach(() => {
  answers = [{ MessageId: '1' }]
  aws.answer(({ action }) => {
    if (action === 'GetSecretValue') return { SecretString: 'k'.repeat(64) }
    return answers.length > 1 ? answers.shift()! : answers[0]!
  })
})

const isSending = ({ action }: { action: string }) => action !== 'GetSecretValue'
/** What the services were called with while this works. */
const callsOf = async (work: () => Promise<unknown>) => {
  const before = aws.calls.length
  await work()
  return aws.calls.slice(before).filter(isSending)
}

const sent = async (key: VerificationKey, changes: Partial<NewLink> = {}) => {
  const link = await addLink(key, { purpose: 'applicant', channel: 'sms', by: 'service', ...changes }, nowMs)
  if (typeof link === 'string') throw new Error(link)
  return link
}
const linkOf = async (changes: Partial<NewLink> = {}) => sent((await acceptedEmployment(nowMs)).key, changes)
const messageOf = async (link: Parameters<typeof findLink>[0]) => (await findLink(link))?.message

it('sends the applicant a text message with the link of this verification', async () => {
  const link = await linkOf()
  const [call, ...others] = await callsOf(() => sendLinkMessage(link, nowMs))
  expect(others).toEqual([])
  expect(call).toMatchObject({
    action: 'SendTextMessage',
    body: { DestinationPhoneNumber: '+2348031234567', OriginationIdentity: 'arn:origin' },
  })
  const [, token = ''] = /https:\/\/pages\.example\/v1\/applicant\/(\S+) /.exec(call!.body.MessageBody) ?? []
  const { organisationId, mode, verificationId, purpose, number, endsAtSeconds } = link
  expect(readLinkToken(token, 'k'.repeat(64))).toEqual({
    ...{ organisationId, mode, verificationId, purpose, number, endsAtSeconds },
  })
  expect(await messageOf(link)).toBe('sent')
})

it('sends the employer’s contact a letter, in the customer’s name', async () => {
  const link = await linkOf({
    purpose: 'attest',
    channel: 'mail',
    to: 'payroll@zenith.example',
    by: 'agent-1',
  })
  const [call] = await callsOf(() => sendLinkMessage(link, nowMs))
  expect(call!.body).toMatchObject({
    FromEmailAddress: 'Verification service <no-reply@v.example>',
    Destination: { ToAddresses: ['payroll@zenith.example'] },
    Content: { Simple: { Subject: { Data: 'Acme Bank asks you to confirm an employment' } } },
  })
  expect(call!.body.Content.Simple.Body.Text.Data).toContain(`https://pages.example${purposes.attest.path}/`)
})

describe('sends once', () => {
  it('when the queue brings the message again', async () => {
    const link = await linkOf()
    const calls = await callsOf(async () => {
      for (let time = 0; time < 3; time++) await sendLinkMessage(link, nowMs)
    })
    expect(calls).toHaveLength(1)
  })

  it('when it comes several times at once', async () => {
    const link = await linkOf()
    const calls = await callsOf(() =>
      Promise.all(Array.from({ length: 5 }, () => sendLinkMessage(link, nowMs))),
    )
    expect(calls).toHaveLength(1)
    expect(await messageOf(link)).toBe('sent')
  })

  it('and never again where nobody knows what became of the first', async () => {
    answers = [{ error: 'hang-up' }, { MessageId: '1' }]
    const link = await linkOf()
    const calls = await callsOf(async () => {
      await sendLinkMessage(link, nowMs)
      await sendLinkMessage(link, nowMs)
    })
    expect(calls).toHaveLength(1)
    expect(await messageOf(link)).toBe('uncertain')
  })

  it('and not after a crash between the note and the call', async () => {
    const link = await linkOf()
    await markMessage(link, [], 'sending')
    expect(await callsOf(() => sendLinkMessage(link, nowMs))).toEqual([])
    expect(await messageOf(link)).toBe('uncertain')
  })
})

it('tries again what was refused for now', async () => {
  answers = [{ error: 'ThrottlingException' }, { MessageId: '1' }]
  const link = await linkOf()
  await expect(sendLinkMessage(link, nowMs)).rejects.toThrow(
    'A message was not taken; it will be tried again',
  )
  expect(await messageOf(link)).toBeUndefined()
  await sendLinkMessage(link, nowMs)
  expect(await messageOf(link)).toBe('sent')
})

it.each([
  ['sms', 'ConflictException'],
  ['mail', 'MessageRejected'],
] as const)('marks a link whose %s was refused for good, and tries no more', async (channel, error) => {
  answers = [{ error }]
  const link = await linkOf({ purpose: 'attest', channel })
  const calls = await callsOf(async () => {
    await sendLinkMessage(link, nowMs)
    await sendLinkMessage(link, nowMs)
  })
  expect(calls).toHaveLength(1)
  expect(await messageOf(link)).toBe('undeliverable')
})

it('marks a link to a number that is none, and calls nobody', async () => {
  const { key } = await acceptedAddress(nowMs, {
    applicant: { firstname: 'A', lastname: 'B', phone: '01 234 5678' },
  })
  const [byPhone, byMail] = [await sent(key), await sent(key, { purpose: 'documents', channel: 'mail' })]
  expect(
    await callsOf(async () => {
      await sendLinkMessage(byPhone, nowMs)
      await sendLinkMessage(byMail, nowMs)
    }),
  ).toEqual([])
  expect([await messageOf(byPhone), await messageOf(byMail)]).toEqual(['undeliverable', 'undeliverable'])
})

it('sends nothing in test mode, and says so on the link', async () => {
  const link = await sent((await acceptedAddress(nowMs, {}, 'test')).key)
  expect(await callsOf(() => sendLinkMessage(link, nowMs))).toEqual([])
  expect(await messageOf(link)).toBe('unsent')
})

describe('sends nothing for a link that is no good any more', () => {
  const ends: Readonly<Record<string, (link: Awaited<ReturnType<typeof linkOf>>) => Promise<unknown>>> = {
    revoked: link => revokeLink(link, 'agent-1', nowMs),
    answered: link => answerLink(link, {}, nowMs),
    erased: link => eraseLinks(link, false),
    cancelled: link =>
      transitionVerification(link, 'cancel', {
        to: 'cancelled',
        at: new Date(nowMs).toISOString(),
        by: 'service',
      }),
  }
  it.each(Object.keys(ends))('%s', async end => {
    const link = await linkOf()
    await ends[end]!(link)
    expect(await callsOf(() => sendLinkMessage(link, nowMs))).toEqual([])
    expect(await messageOf(link)).toBeUndefined()
  })

  it('past its time', async () => {
    const link = await linkOf()
    expect(await callsOf(() => sendLinkMessage(link, link.endsAtSeconds * 1000))).toEqual([])
  })
})

it('hands over exactly what an adapter is for', async () => {
  const link = await linkOf()
  const accepted: SubmitResult = 'accepted'
  const given: object[] = []
  const note = async (message: object) => {
    given.push(message)
    return accepted
  }
  await sendLinkMessage(link, nowMs, { sendMail: note, sendSms: note })
  expect(Object.keys(given[0]!)).toEqual(['from', 'to', 'text'])
})

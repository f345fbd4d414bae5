import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StageSettings } from '../../../../infra/stage-settings.ts'
import { stages } from '../../../../infra/stages.ts'
import { addOrganisation } from '../../../../shared/account/store.ts'
import type { SubmitResult } from '../../../../shared/aws/submit.ts'
import { listLedgerLines } from '../../../../shared/ledger/read-store.ts'
import { linkKind } from '../../../../shared/link/kinds.ts'
import { purposes } from '../../../../shared/link/link.ts'
import { sendLinkMessage } from '../../../../shared/link/message/send.ts'
import { addLink, answerLink, findLink, markMessage, type NewLink } from '../../../../shared/link/store.ts'
import { readLinkToken } from '../../../../shared/link/token.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { readTrail } from '../../../../shared/trail/read-store.ts'
import { eraseItems } from '../../../../shared/subject/record-items-store.ts'
import { openFrozenServer } from '../../../support/frozen.ts'
import { acceptedAddress, acceptedEmployment } from '../../../support/links.ts'
import { startTable } from '../../../support/table.ts'
import { cancel } from '../../../support/verifications.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../../aws/endpoint.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
let aws: AwsEndpoint

let answers: (object | { error: string; status?: number })[]

const senders = (limits: Partial<StageSettings['messages']['limits']> = {}) =>
  JSON.stringify({
    sender: 'no-reply@v.example',
    smsOrigin: 'arn:origin',
    inTestMode: false,
    countries: ['NG', 'KE'],
    limits: { perMatter: 20, perRecipient: 100, perClient: 100, ...limits },
  })

beforeAll(async () => {
  await startTable()
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    LINK_SECRET: 'verification-local-link-key',
    PAGES_URL: 'https://pages.example',
    STAGE: 'test',
    PRICES: JSON.stringify({ message: 20 }),
  })
  await addOrganisation({ id: 7, name: 'Acme Bank', createdAt: new Date(nowMs).toISOString() })
})

beforeEach(() => {
  process.env.MESSAGE_SENDERS = senders()
  answers = [{ MessageId: '1' }]
  aws.answer(({ action }) => {
    if (action === 'GetSecretValue') return { SecretString: 'k'.repeat(64) }
    return answers.length > 1 ? answers.shift()! : answers[0]!
  })
})

const isSending = ({ action }: { action: string }) => action !== 'GetSecretValue'
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
const linesOf = async () =>
  (await listLedgerLines({ organisationId: 7, mode: 'live' }, { month: '2026-11' }, { limit: 1000 })).items
const messageOf = async (link: Parameters<typeof findLink>[0]) => (await findLink(link))?.message

it('sends the applicant a text message with the link of this verification', async () => {
  const link = await linkOf()
  const [call, ...others] = await callsOf(() => sendLinkMessage(link, nowMs))
  expect(others).toEqual([])
  expect(call).toMatchObject({
    action: 'SendTextMessage',
    body: { DestinationPhoneNumber: '+2348031234567', OriginationIdentity: 'arn:origin' },
  })
  const [, token = ''] = /https:\/\/pages\.example\/v1\/applicant\/(\S+)\n/.exec(call!.body.MessageBody) ?? []
  const { organisationId, mode, verificationId, purpose, number, endsAtSeconds } = link
  expect(readLinkToken(token, 'k'.repeat(64))).toEqual({
    organisationId,
    mode,
    verificationId,
    purpose,
    number,
    endsAtSeconds,
  })
  expect(await messageOf(link)).toBe('sent')
})

it('sends the employer’s contact an email, in the customer’s name', async () => {
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

  it('and never again if the result of the first is unknown', async () => {
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
    revoked: link => addLink(link, { purpose: link.purpose, channel: 'sms', by: 'agent-1' }, nowMs),
    answered: link => answerLink(link, {}, nowMs),
    erased: link => eraseItems(linkKind, link, false),
    cancelled: link => cancel(link, new Date(nowMs).toISOString()),
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

it('submits exactly the messages that an adapter is for', async () => {
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

it('submits each once and charges it once, though the container was frozen between them', async () => {
  await using server = await openFrozenServer(() => ({ MessageId: '1' }))
  const variables = ['AWS_ENDPOINT_URL_SESV2', 'AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2']
  for (const variable of variables) process.env[variable] = server.url
  for (const channel of ['sms', 'mail', 'sms', 'mail', 'sms', 'mail'] as const) {
    const link = await linkOf({ purpose: 'attest', channel })
    await sendLinkMessage(link, nowMs)
    const lines = (await linesOf()).filter(({ verificationId }) => verificationId === link.verificationId)
    expect([await messageOf(link), ...lines.map(({ end }) => end)]).toEqual(['sent', channel])
  }
  for (const variable of variables) delete process.env[variable]
  expect(server.counts).toEqual({ answered: 6, reset: 0 })
})

describe('costs what it may', () => {
  const to = (phone: string) => ({ applicant: { firstname: 'A', lastname: 'B', phone } })
  const orderTo = (phone: string) => acceptedEmployment(nowMs, to(phone))
  const statesOf = async (links: readonly Awaited<ReturnType<typeof linkOf>>[]) =>
    (await Promise.all(links.map(messageOf))).toSorted()
  const sendAll = (links: readonly Awaited<ReturnType<typeof linkOf>>[], atMs = nowMs) =>
    callsOf(() => Promise.all(links.map(link => sendLinkMessage(link, atMs))))

  it.each([
    ['a premium number of Nigeria', '+2347001234567'],
    ['a premium number of Kenya', '+254900123456'],
    ['a line of Nairobi', '+254201234567'],
    ['Latvia', '+37190001234'],
    ['a satellite', '+881612345678'],
    ['Great Britain', '+447911123456'],
  ])('nothing goes to %s, and the link and the trail say so', async (_where, phone) => {
    const link = await sent((await orderTo(phone)).key)
    expect(await sendAll([link])).toEqual([])
    expect(await messageOf(link)).toBe('outsideCountries')
    expect((await readTrail(link)).at(-1)!.events[0]).toMatchObject({
      what: 'messageRefused',
      by: 'service',
      facts: { purpose: 'applicant', number: 1, channel: 'sms', reason: 'outsideCountries' },
    })
  })

  it.each(['+2348031234567', '0703 123 4567', '+2349161234567', '+254712345678', '+254110123456'])(
    'a message goes to %s',
    async phone => {
      const link = await sent((await orderTo(phone)).key)
      expect(await sendAll([link])).toHaveLength(1)
    },
  )

  it('a message is charged once when it is handed over, though its order is cancelled at once', async () => {
    const { key } = await orderTo('08030000007')
    const link = await sent(key)
    await sendAll([link, link, link])
    await cancel(link, new Date(nowMs).toISOString())
    await sendAll([link])
    expect((await linesOf()).filter(({ verificationId }) => verificationId === key.verificationId)).toEqual([
      expect.objectContaining({
        ...key,
        product: 'message',
        rule: 'handedOver',
        end: 'sms',
        amount: 20,
        currency: 'NGN',
        chargedAt: new Date(nowMs).toISOString(),
      }),
    ])
  })

  it.each([[{ error: 'hang-up' }], [{ error: 'ConflictException' }]])(
    'nothing where nobody knows that it went out: %j',
    async answer => {
      answers = [answer]
      const before = (await linesOf()).length
      await sendAll([await sent((await orderTo('08030000008')).key)])
      expect(await linesOf()).toHaveLength(before)
    },
  )

  it('two messages a matter', async () => {
    process.env.MESSAGE_SENDERS = senders({ perMatter: stages.prod.messages.limits.perMatter })
    const { key } = await orderTo('+2348030000001')
    const states = []
    for (let number = 1; number <= 3; number++) {
      const link = await sent(key, { purpose: 'attest', channel: 'mail', to: `a${number}@zenith.example` })
      await sendAll([link])
      states.push(await messageOf(link))
    }
    expect(states).toEqual(['sent', 'sent', 'limitReached'])
    expect(await sendAll([await sent(key, { purpose: 'documents' })])).toHaveLength(1)
  })

  it('three a day to one telephone, whoever orders, however it is written, also at once', async () => {
    process.env.MESSAGE_SENDERS = senders({
      perRecipient: stages.prod.messages.limits.perRecipient,
    })
    const written = ['08030000002', '+234 803 000 0002', '234-803-000-0002']
    const keys = await Promise.all(Array.from({ length: 12 }, (_, at) => orderTo(written[at % 3]!)))
    const links = await Promise.all(keys.map(({ key }) => sent(key)))
    expect(await sendAll(links)).toHaveLength(3)
    expect(await statesOf(links)).toEqual([
      ...Array.from({ length: 9 }, () => 'limitReached'),
      ...Array.from({ length: 3 }, () => 'sent'),
    ])
    const tomorrow = await sent((await orderTo(written[0]!)).key)
    expect(await sendAll([tomorrow], nowMs + 86_400_000)).toHaveLength(1)
  })

  it('so many a day to one mailbox, in capitals or not', async () => {
    process.env.MESSAGE_SENDERS = senders({ perRecipient: 1 })
    const states = []
    for (const mailbox of ['payroll@capitals.example', 'Payroll@Capitals.example']) {
      const link = await linkOf({ purpose: 'attest', channel: 'mail', to: mailbox })
      await sendAll([link])
      states.push(await messageOf(link))
    }
    expect(states).toEqual(['sent', 'limitReached'])
  })

  it('so many a day of one client, and gives back what another limit refused', async () => {
    process.env.MESSAGE_SENDERS = senders({ perClient: 2, perRecipient: 1 })
    const day = nowMs + 10 * 86_400_000
    const order = async (phone: string) => sent((await acceptedEmployment(day, to(phone))).key)
    const states = []
    for (const phone of ['08030000003', '08030000003', '08030000004', '08030000005', '08030000003']) {
      const link = await order(phone)
      await sendAll([link], day)
      states.push(await messageOf(link))
    }
    expect(states).toEqual(['sent', 'limitReached', 'sent', 'limitReached', 'limitReached'])
  })

  it('and what was refused for now takes nothing of it', async () => {
    process.env.MESSAGE_SENDERS = senders({ perRecipient: 1 })
    answers = [{ error: 'ThrottlingException' }, { MessageId: '1' }]
    const link = await sent((await orderTo('08030000006')).key)
    await expect(sendLinkMessage(link, nowMs)).rejects.toThrow('it will be tried again')
    await sendLinkMessage(link, nowMs)
    expect(await messageOf(link)).toBe('sent')
  })
})

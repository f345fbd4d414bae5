import { hash } from 'node:crypto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addOrganisation, replaceAlertAddress } from '../../../../shared/account/store.ts'
import { listLedgerLines } from '../../../../shared/ledger/read-store.ts'
import { sendLinkMessage } from '../../../../shared/link/message/send.ts'
import { addLink, findLink } from '../../../../shared/link/store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { buildAlert } from '../../../../shared/webhook/alert/alert.ts'
import { findAlert } from '../../../../shared/webhook/alert/alert-store.ts'
import { sendAlertEmail } from '../../../../shared/webhook/alert/send-email.ts'
import { buildEndpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { alertWrite } from '../../../../shared/webhook/endpoint/store.ts'
import { acceptedEmployment } from '../../../support/links.ts'
import { watchCounts } from '../../../support/metric-lines.ts'
import { startTable } from '../../../support/table.ts'
import { type AwsEndpoint, openAwsEndpoint } from '../../aws/endpoint.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = new Date(nowMs).toISOString()
const sandboxes = {
  sms: { error: 'ConflictException', Reason: 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED' },
  mail: { error: 'MessageRejected', message: 'Email address is not verified.' },
}

let aws: AwsEndpoint
let answer: object
const kept = () => aws.calls.filter(({ action }) => action === 'SendMessage').map(({ body }) => body)

beforeAll(async () => {
  await startTable()
  await addOrganisation({ id: 7, name: 'Acme Bank', createdAt: at })
  await replaceAlertAddress(7, 'ops@acme.example')
})

beforeEach(async () => {
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    LINK_SECRET: 'verification-local-link-key',
    PAGES_URL: 'https://pages.example',
    PRICES: JSON.stringify({ message: 20 }),
    MESSAGES_QUEUE_URL: `${aws.url}/1/messages`,
    MESSAGE_SENDERS: JSON.stringify({
      sender: 'no-reply@v.example',
      smsOrigin: 'arn:origin',
      inTestMode: false,
      countries: ['NG', 'KE'],
      limits: { perMatter: 20, perRecipient: 100, perClient: 100 },
    }),
  })
  aws.answer(({ action, body }) => {
    if (action === 'GetSecretValue') return { SecretString: 'k'.repeat(64) }
    return action === 'SendMessage' ? { MD5OfMessageBody: hash('md5', body.MessageBody) } : answer
  })
})

it.each(['sms', 'mail'] as const)(
  'keeps what a sandbox refuses (%s), costs nothing meanwhile, and sends it once when that is lifted',
  async channel => {
    using watched = watchCounts()
    const { key } = await acceptedEmployment(nowMs)
    const link = await addLink(key, { purpose: 'attest', channel, by: 'service' }, nowMs)
    if (typeof link === 'string') throw new Error(link)
    const linkKey = { ...key, purpose: 'attest', number: 1 } as const
    answer = sandboxes[channel]
    // Oftener than a matter, a telephone or a queue's message has tries.
    for (let round = 0; round < 30; round++) await sendLinkMessage(linkKey, nowMs)
    expect((await findLink(linkKey))?.message).toBeUndefined()
    expect(kept()).toEqual(
      Array.from({ length: 30 }, () => ({
        QueueUrl: process.env.MESSAGES_QUEUE_URL,
        MessageBody: expect.any(String),
        MessageGroupId: '7-live',
        DelaySeconds: 600,
      })),
    )
    expect(JSON.parse(kept()[29].MessageBody)).toEqual(linkKey)
    expect(watched.counted()).toEqual(Array.from({ length: 30 }, () => ({ MessagesHeld: 1 })))
    answer = { MessageId: '1' }
    for (let round = 0; round < 2; round++) await sendLinkMessage(linkKey, nowMs)
    expect([(await findLink(linkKey))?.message, kept().length]).toEqual(['sent', 30])
    const { items } = await listLedgerLines(key, { month: '2026-11' }, { limit: 1000 })
    expect(items.filter(({ verificationId }) => verificationId === key.verificationId)).toHaveLength(1)
  },
)

it('keeps it no longer than its link is good', async () => {
  const { key } = await acceptedEmployment(nowMs)
  const link = await addLink(key, { purpose: 'applicant', channel: 'sms', by: 'service' }, nowMs)
  if (typeof link === 'string') throw new Error(link)
  answer = sandboxes.sms
  await sendLinkMessage(link, link.endsAtSeconds * 1000 - 1)
  await sendLinkMessage(link, link.endsAtSeconds * 1000)
  expect(kept()).toHaveLength(1)
})

it.each([
  ['counted', 2],
  ['given back after a refusal', 5],
])(
  'is sent later where a fault of the table kept it from being %s: it is not uncertain',
  async (_what, nth) => {
    const { key } = await acceptedEmployment(nowMs)
    const link = await addLink(key, { purpose: 'applicant', channel: 'sms', by: 'service' }, nowMs)
    if (typeof link === 'string') throw new Error(link)
    answer = { error: 'ThrottlingException' }
    const { transact, update } = database
    let count = 0
    const unlessNth = <Result>(work: () => Promise<Result>): Promise<Result> =>
      ++count === nth ? Promise.reject(new Error('no table')) : work()
    vi.spyOn(database, 'transact').mockImplementation(writes => unlessNth(() => transact(writes)))
    vi.spyOn(database, 'update').mockImplementation(wanted => unlessNth(() => update<never>(wanted)))
    await expect(sendLinkMessage(link, nowMs)).rejects.toThrow('no table')
    vi.restoreAllMocks()
    answer = { MessageId: '1' }
    await sendLinkMessage(link, nowMs)
    expect((await findLink(link))?.message).toBe('sent')
  },
)

it('keeps an alert to an organisation, too', async () => {
  const about = { organisationId: 7, mode: 'test', id: 991, secrets: [], scopes: [], now: at } as const
  const endpoint = buildEndpoint({ url: 'https://hooks.acme.example/in' }, about)
  const alert = buildAlert(endpoint, { at, status: 410 }, 'gone')
  await database.write(alertWrite(alert))
  const { organisationId, mode, endpointId, revision } = alert
  const message = { kind: 'alert', organisationId, mode, endpointId, revision } as const
  answer = sandboxes.mail
  await sendAlertEmail(message, nowMs)
  expect(kept().map(({ MessageBody }) => JSON.parse(MessageBody))).toEqual([message])
  answer = { MessageId: '1' }
  await sendAlertEmail(message, nowMs)
  expect([(await findAlert(message))?.email, kept().length]).toEqual(['sent', 1])
})

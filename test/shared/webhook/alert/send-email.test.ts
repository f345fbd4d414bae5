import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stages } from '../../../../infra/stages.ts'
import { addOrganisation, replaceAlertAddress } from '../../../../shared/account/store.ts'
import type { Email } from '../../../../shared/aws/ses.ts'
import type { SubmitResult } from '../../../../shared/aws/submit.ts'
import { database } from '../../../../shared/table/driver.ts'
import { buildAlert } from '../../../../shared/webhook/alert/alert.ts'
import {
  findAlert,
  listUnpublishedAlerts,
  markAlertPublished,
} from '../../../../shared/webhook/alert/alert-store.ts'
import { sendAlertEmail } from '../../../../shared/webhook/alert/send-email.ts'
import { buildEndpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { alertWrite } from '../../../../shared/webhook/endpoint/store.ts'
import { startTable } from '../../../support/table.ts'

const nowMs = Date.parse('2026-11-22T10:05:12.345Z')
const at = new Date(nowMs).toISOString()
let count = 0

let answers: SubmitResult[]
let letters: Email[]
const send = async (mail: Email): Promise<SubmitResult> => {
  letters.push(mail)
  return answers.length > 1 ? answers.shift()! : answers[0]!
}

beforeAll(async () => {
  await startTable()
  process.env.MESSAGE_SENDERS = JSON.stringify({
    sender: 'no-reply@v.example',
    smsOrigin: null,
    inTestMode: false,
    countries: [],
    limits: stages.prod.messages.limits,
  })
  await addOrganisation({ id: 7, name: 'Acme Bank', createdAt: at })
})
beforeEach(async () => {
  letters = []
  answers = ['accepted']
  await replaceAlertAddress(7, 'ops@acme.example')
})

const newAlert = async (organisationId = 7) => {
  const about = { organisationId, mode: 'test', id: ++count, secrets: [], scopes: [], now: at } as const
  const endpoint = buildEndpoint({ url: 'https://hooks.acme.example/in' }, about)
  const alert = buildAlert(endpoint, { at, status: 410 }, 'gone')
  await database.write(alertWrite(alert))
  return { ...alert, kind: 'alert' } as const
}
const letterOf = async (key: Parameters<typeof findAlert>[0]) => (await findAlert(key))?.email

describe('an alert', () => {
  it('is sent to the address that the operator was given, once, whoever asks how often', async () => {
    const alert = await newAlert()
    const copies = await Promise.allSettled([1, 2, 3].map(() => sendAlertEmail(alert, nowMs, send)))
    expect(copies.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    await sendAlertEmail(alert, nowMs + 1, send)
    expect(letters.map(({ from, to }) => [from, to])).toEqual([
      ['Verification service <no-reply@v.example>', 'ops@acme.example'],
    ])
    expect(await letterOf(alert)).toBe('sent')
  })

  it('comes back where SES is busy or its answer was lost, and is sent then', async () => {
    const alert = await newAlert()
    answers = ['throttled', 'unknown', 'accepted']
    for (const _ of [1, 2])
      await expect(sendAlertEmail(alert, nowMs, send)).rejects.toThrow('it will be tried again')
    expect(await letterOf(alert)).toBeUndefined()
    await sendAlertEmail(alert, nowMs, send)
    expect([letters.length, await letterOf(alert)]).toEqual([3, 'sent'])
  })

  it('is sent by another process two minutes after the first one has died', async () => {
    const alert = await newAlert()
    const dies = () => Promise.reject(new Error('the container is gone'))
    await expect(sendAlertEmail(alert, nowMs, dies)).rejects.toThrow('the container is gone')
    await expect(sendAlertEmail(alert, nowMs + 119_999, send)).rejects.toThrow('by another')
    await sendAlertEmail(alert, nowMs + 120_000, send)
    expect([letters.length, await letterOf(alert)]).toEqual([1, 'sent'])
  })

  it('is not sent again where SES refuses it for good', async () => {
    const alert = await newAlert()
    answers = ['rejected']
    for (const _ of [1, 2]) await sendAlertEmail(alert, nowMs, send)
    expect([letters.length, await letterOf(alert)]).toEqual([1, 'undeliverable'])
  })

  it('is sent to nobody where nobody was named', async () => {
    const alert = await newAlert()
    await replaceAlertAddress(7, undefined)
    await sendAlertEmail(alert, nowMs, send)
    expect([letters, await letterOf(alert)]).toEqual([[], 'unsent'])
  })

  it('that was never made is nothing, and none is another organisation’s', async () => {
    await sendAlertEmail(
      { kind: 'alert', organisationId: 7, mode: 'test', endpointId: 999, revision: 1 },
      nowMs,
      send,
    )
    const alert = await newAlert()
    await sendAlertEmail({ ...alert, organisationId: 8 }, nowMs, send)
    expect(letters).toEqual([])
  })

  it('is found by reconciliation until it was published', async () => {
    const [told, untold] = [await newAlert(9), await newAlert(9)]
    await markAlertPublished(told, at)
    const { items } = await listUnpublishedAlerts({ organisationId: 9, mode: 'test' }, undefined)
    expect(items.map(({ endpointId }) => endpointId)).toEqual([untold.endpointId])
    expect(items[0]).toMatchObject({ reason: 'gone', disabledAt: at, destination: 'hooks.acme.example' })
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openPermissions } from '../../../infra/emulator/iam/permissions.ts'
import { policyProblems, readStatements } from '../../../infra/emulator/iam/policy.ts'
import { administrator } from '../../../infra/emulator/iam/principal.ts'
import {
  answerMail,
  callSms,
  isForMail,
  lastMessages,
  openSentMessages,
} from '../../../infra/emulator/messages.ts'
import { temporaryFolder } from './environment.ts'

const parent = temporaryFolder()
afterAll(() => parent.remove())
let count = 0
const newOutbox = () => openSentMessages(join(parent.path, `${++count}`, 'outbox'))

const policy = {
  Statement: {
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Resource: 'arn:aws:ses:us-east-1:000000000000:identity/v.example',
    Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@v.example' } },
  },
}
const permissions = openPermissions(new Map([['role', readStatements(policy)]]))
const sender = { ...administrator, roleArn: 'role' }

const letter = (changes: object = {}) => ({
  FromEmailAddress: 'Verification <no-reply@v.example>',
  Destination: { ToAddresses: ['a@b.example'] },
  Content: { Simple: { Subject: { Data: 'S' }, Body: { Text: { Data: 'T' }, Html: { Data: '<p>H' } } } },
  ...changes,
})
const send = (body: object, url = '/v2/email/outbound-emails', outbox = newOutbox()) => {
  const request = { method: 'POST', url, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  return answerMail(request, sender, { permissions, outbox, record: () => {} })
}

describe('a letter', () => {
  it('becomes a file that only its owner reads, named by its time', () => {
    const outbox = newOutbox()
    expect(send(letter(), undefined, outbox).status).toBe(200)
    callSms('SendTextMessage', { DestinationPhoneNumber: '+2348031234567', MessageBody: 'M' }, outbox)
    expect(readdirSync(outbox.folder)).toEqual([
      expect.stringMatching(/^\d{8}T\d{9}Z-000001-mail\.json$/),
      expect.stringMatching(/^\d{8}T\d{9}Z-000002-sms\.json$/),
    ])
    expect(lastMessages(outbox.folder, 1)).toEqual([
      { at: expect.any(String), channel: 'sms', from: '', to: '+2348031234567', text: 'M' },
    ])
    expect(lastMessages(outbox.folder, 5)[1]).toMatchObject({
      from: 'Verification <no-reply@v.example>',
      to: 'a@b.example',
      subject: 'S',
      text: 'T',
      html: '<p>H',
    })
  })

  it('is refused from any other sender than the role may send from', () => {
    for (const from of ['other@v.example', 'no-reply@v.example.evil', 'A <no-reply@w.example>'])
      expect(() => send(letter({ FromEmailAddress: from })), from).toThrow('is not authorized to perform')
  })

  it('is refused to nobody and to many', () => {
    for (const ToAddresses of [[], ['a@b.example', 'c@d.example'], ['x']])
      expect(() => send(letter({ Destination: { ToAddresses } }))).toThrow('One address is expected')
  })
})

it('hosts nothing else of either service', () => {
  expect(() => send(letter(), '/v2/email/identities')).toThrow(
    'ses POST /v2/email/identities is not supported by the emulator',
  )
  expect(() => callSms('DescribePhoneNumbers', {}, newOutbox())).toThrow(
    'DescribePhoneNumbers is not supported by the emulator',
  )
})

it('refuses a number that is not in the form of E.164', () => {
  expect(() => callSms('SendTextMessage', { DestinationPhoneNumber: '0803' }, newOutbox())).toThrow('E.164')
})

it('knows a request to SES by what it was signed for', () => {
  const request = (authorization: string) => ({
    method: 'POST',
    url: '/',
    body: Buffer.alloc(0),
    headers: { authorization },
  })
  const signedFor = (service: string) =>
    request(`AWS4-HMAC-SHA256 Credential=ASIA/20261120/us-east-1/${service}/aws4_request, SignedHeaders=host`)
  expect(isForMail(signedFor('ses'))).toBe(true)
  expect(isForMail(signedFor('s3'))).toBe(false)
})

it('reads no messages where none were sent', () => {
  expect(lastMessages(join(parent.path, 'nowhere'), 5)).toEqual([])
})

it('asks for a sender of letters alone', () => {
  expect(policyProblems(policy)).toEqual([])
  const other = { Statement: { ...policy.Statement, Action: 's3:GetObject' } }
  expect(policyProblems(other)).toEqual(['a condition on s3:GetObject is not supported'])
})

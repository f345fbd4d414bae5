import { expect, it } from 'vitest'
import { type LinkPurpose, purposes } from '../../../../shared/link/link.ts'
import {
  composeEmail,
  composeSms,
  countSmsParts,
  maxSmsParts,
} from '../../../../shared/link/message/compose.ts'
import { englishTexts } from '../../../../shared/texts/english.ts'
import { buildAlert } from '../../../../shared/webhook/alert/alert.ts'
import { buildAlertEmail } from '../../../../shared/webhook/alert/send-email.ts'
import { buildEndpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { applicant } from '../../../support/orders.ts'
import { addressVerification, employmentVerification } from '../../../support/verifications.ts'

const job = employmentVerification()
const url = `https://abcdefghij.execute-api.ap-southeast-7.amazonaws.com/v1/applicant/${'x'.repeat(53)}`
const endsAtSeconds = Date.parse('2026-12-04T12:00:00Z') / 1000

const matterOf = (purpose: LinkPurpose, changes: object = {}) => ({
  link: { purpose, endsAtSeconds },
  verification: purpose === 'applicant' ? addressVerification() : job,
  organisation: 'Acme Microfinance Bank',
  url,
  ...changes,
})

it('says in an email who asks and why, what the link does, until when, and what to do if it is a mistake', () => {
  expect(composeEmail(matterOf('applicant'), englishTexts)).toEqual({
    subject: 'Acme Microfinance Bank has asked us to check your address',
    text: `Acme Microfinance Bank has asked us to check your address. We check such things for companies and belong to none of them.

The page below says who asks, why, and what will happen. There you can agree or not, and tell us what helps us, such as a time that suits you.

${url}

It is open until 4 December 2026. It asks for no password and for no money.

If you do not know what this is about, please ignore this message.
`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Acme Microfinance Bank has asked us to check your address</title></head>
<body>
<p>Acme Microfinance Bank has asked us to check your address. We check such things for companies and belong to none of them.</p>
<p>The page below says who asks, why, and what will happen. There you can agree or not, and tell us what helps us, such as a time that suits you.</p>
<p><a href="${url}">${url}</a></p>
<p>It is open until 4 December 2026. It asks for no password and for no money.</p>
<p>If you do not know what this is about, please ignore this message.</p>
</body>
</html>
`,
  })
})

it('says the same in two text messages’ length', () => {
  expect(composeSms(matterOf('applicant'), englishTexts)).toBe(
    `Acme Microfinance Bank has asked us to check your address. Who we are, what happens, and a time that suits you:\n${url}\nOpen until 4 December 2026. Not for you? Please ignore it.`,
  )
})

it('names the person whose employment is asked about to the employer, and the employer to the person', () => {
  expect(composeEmail(matterOf('attest'), englishTexts).text).toContain(
    'verify that Ngozi Adeyemi works or has worked at Zenith Works Limited',
  )
  expect(composeEmail(matterOf('documents'), englishTexts).subject).toBe(
    'We could not reach Zenith Works Limited: can you help?',
  )
})

const purposeNames = Object.keys(purposes) as LinkPurpose[]

const disabled = buildAlert(
  buildEndpoint(
    { url: 'https://hooks.acme.example/in' },
    { organisationId: 7, mode: 'live', id: 991, secrets: [], scopes: [], now: '2026-11-20T12:00:00.000Z' },
  ),
  { at: '2026-11-20T12:00:00.000Z', status: 410 },
  'gone',
)

it('every message keeps its link on a line of its own, where no mark of a sentence touches it', () => {
  const messages = purposeNames.flatMap(purpose => {
    const matter = matterOf(purpose)
    return [composeEmail(matter, englishTexts).text, composeSms(matter, englishTexts)]
  })
  for (const message of messages) {
    expect(message.split('\n').filter(line => line.includes('://'))).toEqual([url])
    expect(message.endsWith(url)).toBe(false)
  }
  // This one has none. The endpoint's address is the customer's own.
  const { text } = buildAlertEmail(disabled)
  expect(text.replace(disabled.destination, '')).not.toContain('://')
})

const hostile = {
  firstname: '<b>{link}</b>\r\nBcc: x@evil.example',
  lastname: 'http://evil.example/pay www.evil.example',
}
const named = employmentVerification({
  employerName: '{until} "<i>\u202eevil.example',
  applicant: { ...applicant, ...hostile },
})

it.each(purposeNames)('names are text in what is sent for %s', purpose => {
  const matter = matterOf(purpose, { verification: named, organisation: 'A & B <script>\n{employer}' })
  const { subject, text, html } = composeEmail(matter, englishTexts)
  expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(html).not.toMatch(/<(script|b|i)>/)
  expect(html).toContain('A &amp; B')
  const sms = composeSms(matter, englishTexts)
  // What a telephone or a mail program would make a link of is ours alone.
  for (const each of [subject, text, html, sms]) expect(each).not.toMatch(/evil\.example|:\/\/evil|@evil/)
  // A slot that a name holds is not filled.
  expect(text).toContain('{employer}')
})

it.each(purposeNames)('the text message for %s takes two parts at most, whatever the names are', purpose => {
  const names = [
    'Acme',
    'Ẹlẹ́kọ̀ọ́ Ìdàgbàsókè Microfinance Bank '.repeat(8),
    '€'.repeat(200),
    'مصرف',
    '😀'.repeat(90),
  ]
  for (const name of names) {
    const person = { ...applicant, firstname: name, lastname: name }
    const verification = employmentVerification({ employerName: name, applicant: person })
    const text = composeSms(matterOf(purpose, { verification, organisation: name }), englishTexts)
    expect(countSmsParts(text), text).toBeLessThanOrEqual(maxSmsParts)
    expect(text).toContain(url)
  }
  expect(composeSms(matterOf(purpose, { organisation: 'مصرف' }), englishTexts)).toContain('A company')
})

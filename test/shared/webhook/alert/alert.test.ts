import { expect, it } from 'vitest'
import { toEventBytes } from '../../../../shared/event/envelope.ts'
import {
  type Alert,
  buildAlert,
  buildAlertEnvelope,
  toAlertDraft,
} from '../../../../shared/webhook/alert/alert.ts'
import { buildAlertEmail } from '../../../../shared/webhook/alert/send-email.ts'
import { buildEndpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'

const at = '2026-11-22T10:05:12.345Z'
const endpoint = {
  ...buildEndpoint(
    { url: 'https://hooks.acme.example:8443/in/of-ours?key=secret-of-theirs', description: 'Ngozi’s' },
    { organisationId: 7, mode: 'live', id: 5, secrets: [], scopes: ['webhooks'], now: at },
  ),
  revision: 3,
}
const gone = buildAlert(endpoint, { at, status: 410 }, 'gone')
const failing = buildAlert(
  { ...endpoint, failingSince: '2026-11-17T10:05:00.000Z' },
  { at, status: null },
  'failing',
)

it('contains what was disabled, when and why, and not the secret part of its URL', () => {
  expect(gone).toEqual({
    organisationId: 7,
    mode: 'live',
    endpointId: 5,
    revision: 4,
    reason: 'gone',
    disabledAt: at,
    destination: 'hooks.acme.example:8443',
    lastStatus: 410,
  })
  expect(failing).toMatchObject({ reason: 'failing', failingSince: '2026-11-17T10:05:00.000Z' })
  expect(failing).not.toHaveProperty('lastStatus')
})

it('is one event however often it is built, of the same bytes', () => {
  expect(toAlertDraft(gone)).toEqual({
    id: 'evt_5_disabled_4',
    organisationId: 7,
    mode: 'live',
    occurredAt: at,
    event: 'endpoint',
    eventType: 'endpoint_disabled',
  })
  const body = toEventBytes(buildAlertEnvelope(failing))
  expect(body).toBe(
    '{"event":"endpoint","event_type":"endpoint_disabled","data":{"id":5,"summary":null,"customerReference":"","endpoint":{"id":5,"enabled":false,"reason":"failing","disabledReason":"Every attempt of five days failed.","disabledAt":"2026-11-22T10:05:12.345Z","failingSince":"2026-11-17T10:05:00.000Z","lastStatus":null}}}',
  )
})

it.each<[Alert, string]>([
  [gone, 'The receiver answered 410: it is gone.'],
  [failing, 'Every attempt of five days failed. It has not answered with a 2xx since 2026-11-17 10:05 UTC.'],
])('is an email that says what to do', (alert, why) => {
  const { subject, text, html } = buildAlertEmail(alert)
  expect(subject).toBe('Your webhook endpoint 5 was disabled')
  expect(text).toBe(
    [
      'The webhook endpoint 5 at hooks.acme.example:8443 (live mode) was disabled at 2026-11-22 10:05 UTC.',
      why,
      'Its events wait. When the receiver works again, enable the endpoint in the portal, or by PATCH /v1/webhooks/5 with {"enabled": true}: the service then sends what it missed.',
      'You receive this email because your organisation gave us this address for alerts. Ask us to change it.\n',
    ].join('\n\n'),
  )
  expect(html).toContain(`<p>${why}</p>`)
  expect(`${text}${html}`).not.toMatch(/of-ours|secret-of-theirs|Ngozi/)
})

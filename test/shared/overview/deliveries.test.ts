import { describe, expect, it } from 'vitest'
import { type EndpointAttempts, stuckDeliveries, toDeliveries } from '../../../shared/overview/deliveries.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString()

const attempt = (event: number, outcome: string, nextInMinutes: number | null = null) => ({
  eventId: `evt_${event}_completed`,
  endpointId: 7,
  attempt: 1,
  at: at(-60),
  outcome,
  nextAttemptAt: nextInMinutes === null ? null : at(nextInMinutes),
})

const sent = (endpoint: object, ...attempts: object[]): EndpointAttempts =>
  ({ endpoint: { organisationId: 1, id: 7, enabled: true, ...endpoint }, attempts, isMore: false }) as never

describe('deliveries', () => {
  it('count once an event, as the last attempt left it', () => {
    const attempts = [
      attempt(1, 'delivered'),
      attempt(1, 'retry', -50),
      attempt(2, 'retry', 5),
      attempt(3, 'gave-up'),
    ]
    expect(toDeliveries([sent({}, ...attempts)], nowMs)).toEqual({
      hours: 72,
      delivered: 1,
      failed: 1,
      waiting: 1,
      isMore: false,
      endpoints: [],
    })
  })

  it('name the endpoints that are failing, and that the service disabled; not those that their owners disabled', () => {
    const endpoints = [
      sent({ failingSince: at(-5) }),
      sent({ enabled: false, disabledReason: 'The receiver answered 410: it is gone.', disabledAt: at(-9) }),
      sent({ enabled: false, disabledAt: at(-9) }),
      sent({}),
    ]
    expect(toDeliveries(endpoints, nowMs).endpoints).toEqual([
      { organisationId: 1, endpointId: 7, state: 'failing', since: at(-5) },
      { organisationId: 1, endpointId: 7, state: 'off', since: at(-9) },
    ])
  })

  it('are stuck half an hour past their time, or given up, at an endpoint that is well', () => {
    const attempts = [attempt(1, 'retry', -31), attempt(2, 'retry', -29), attempt(3, 'gave-up')]
    const one = { action: 'resend', caseId: null, by: null, lgaId: null, photosAwaited: 0 }
    expect(stuckDeliveries([sent({}, ...attempts)], nowMs)).toEqual([
      { ...one, id: '1-evt_1_completed-7', kind: 'undelivered', since: at(-31) },
      { ...one, id: '1-evt_3_completed-7', kind: 'givenUp', since: at(-60) },
    ])
    expect(stuckDeliveries([sent({ failingSince: at(-5) }, ...attempts)], nowMs)).toEqual([])
    expect(stuckDeliveries([sent({ enabled: false }, ...attempts)], nowMs)).toEqual([])
  })
})

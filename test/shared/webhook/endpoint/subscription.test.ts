import { expect, it } from 'vitest'
import {
  endpointEventId,
  eventSequence,
  isReadableBy,
  isSubscribed,
  parseEndpointEventId,
  scopeOfEvent,
} from '../../../../shared/event/event.ts'
import {
  defaultFiltersFor,
  missingScopes,
  payloadProfileFor,
  productScopesIn,
} from '../../../../shared/webhook/endpoint/endpoint.ts'

it.each([
  [['address.*'], 'full', [], ['"addresses"']],
  [['address.*'], 'masked', ['employments'], ['"addresses"']],
  [['address.*'], 'thin', [], []],
  [['address.*', 'employment.verification_completed'], 'full', ['addresses'], ['"employments"']],
  [['identity.*'], 'full', ['addresses', 'employments', 'webhooks'], ['"identities.…"']],
  [['identity.*', 'address.verification_started'], 'full', ['identities.nin', 'addresses'], []],
] as const)('for %j in the payload %s, a client with %j lacks %j', (events, payload, scopes, missing) => {
  expect(missingScopes({ events, payload }, scopes)).toEqual(missing)
})

it('hears of what its client may read unless it is said, and of everything if that is nothing', () => {
  const completed = (...resources: string[]) =>
    resources.map(resource => `${resource}.verification_completed`)
  expect(defaultFiltersFor(['webhooks', 'employments'])).toEqual(completed('employment'))
  expect(defaultFiltersFor(['identities.passport', 'addresses'])).toEqual(completed('address', 'identity'))
  expect(defaultFiltersFor(['webhooks'])).toEqual(completed('address', 'employment', 'identity'))
})

it('remembers the scopes that open records, and no others', () => {
  const scopes = ['webhooks', 'addresses', 'events', 'identities.nin', 'operations.agent'] as const
  expect(productScopesIn(scopes)).toEqual(['addresses', 'identities.nin'])
})

it.each([
  [{ event: 'address' }, 'addresses'],
  [{ event: 'employment' }, 'employments'],
  [{ event: 'identity', product: 'nin-premium' }, 'identities.nin-premium'],
  // Frozen before events knew their product.
  [{ event: 'identity' }, undefined],
] as const)('an event of %j is opened by %s, and thin without', (event, scope) => {
  expect(scopeOfEvent(event)).toBe(scope)
  expect(payloadProfileFor({ payload: 'full', scopes: scope ? [scope] : [] }, event)).toBe(
    scope ? 'full' : 'thin',
  )
  expect(payloadProfileFor({ payload: 'masked', scopes: ['identities.nin'] }, event)).toBe('thin')
})

it('knows an event’s place from its type, and when it happened', () => {
  const [createdAt, occurredAt] = ['2026-11-20T00:00:09.000Z', '2026-11-20T00:00:00.000Z']
  const types = ['verification_started', 'verification_delayed', 'verification_completed'] as const
  expect(types.map(eventType => eventSequence({ id: 'evt_7_x', eventType, createdAt, occurredAt }))).toEqual([
    { sequence: 1, occurredAt },
    { sequence: 2, occurredAt },
    { sequence: 3, occurredAt },
  ])
  expect(eventSequence({ id: 'evt_7_started', eventType: types[0], createdAt }).occurredAt).toBe(createdAt)
})

it('knows which endpoint an event is about from its id, and no verification for one', () => {
  const id = endpointEventId(890123456789030, 12)
  expect(id).toBe('evt_890123456789030_disabled_12')
  expect(parseEndpointEventId(id)).toEqual({ endpointId: 890123456789030, revision: 12 })
  for (const other of ['evt_7_started', 'evt_7_delayed', 'evt_7_completed'])
    expect(parseEndpointEventId(other)).toBeUndefined()
  const at = '2026-11-20T00:00:00.000Z'
  expect(eventSequence({ id, eventType: 'endpoint_disabled', createdAt: at })).toEqual({
    sequence: 12,
    occurredAt: at,
  })
})

it('tells an endpoint of others, whole and whatever its scopes, and never of itself', () => {
  const event = { id: endpointEventId(5, 2), event: 'endpoint', eventType: 'endpoint_disabled' } as const
  const asks = (id: number, ...events: Parameters<typeof isSubscribed>[0]['events']) =>
    isSubscribed({ id, events }, event)
  expect([asks(6, 'endpoint.*'), asks(6, 'endpoint.endpoint_disabled')]).toEqual([true, true])
  expect([asks(5, 'endpoint.*'), asks(6, 'address.*', 'employment.*', 'identity.*')]).toEqual([false, false])
  expect(isReadableBy([], event)).toBe(true)
  for (const payload of ['full', 'masked', 'thin'] as const)
    expect(payloadProfileFor({ payload, scopes: [] }, event)).toBe('full')
  expect(missingScopes({ events: ['endpoint.*'], payload: 'full' }, [])).toEqual([])
})

import { buildEventId, matchesFilters } from '../event/event.ts'
import type { EventResource, EventType } from '../event/name-contract.ts'
import type { ActionRequest } from '../http/action.ts'
import { requireScope } from '../http/authenticate.ts'
import { Problem } from '../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'
import { type LateOutcome, lateOutcomes } from '../identity/contract/sandbox.ts'
import { lookUpSample } from '../identity/late/sample.ts'
import type { Outcome } from '../verification/contract/outcome.ts'
import { findSampleOutcome, orderSample, type SampleOrder, sampleOptions } from '../verification/sample.ts'
import { phoneFor, simulatedAgent } from '../verification/scenario.ts'
import { transitionVerification } from '../verification/transition-store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import { callAgent } from './agent/call-agent.ts'
import {
  type SendSample,
  sampleIdentities,
  type sampleRoutes,
  sampleTypes,
  sampleVerifications,
} from './routes.ts'
import { advanceTo } from './verification-clock.ts'

/** An outcome (`accepted` is the start), or past the due time. */
export type SamplePoint = Outcome | 'delayed'

const bring = async (verification: Verification, to: SamplePoint, nowMs: number): Promise<unknown> => {
  if (to === 'accepted') return undefined
  if (to === 'delayed' || to === 'expired') return advanceTo(verification, to, nowMs)
  const key = verificationKeyOf(verification)
  if (to !== 'cancelled') return callAgent(key, 0)
  const change = { to, at: new Date(nowMs).toISOString(), by: simulatedAgent } as const
  return transitionVerification(key, 'cancel', change)
}

/** Places a sample order and brings it to a point. Idempotent under the same id. Answers its id. */
export const makeSample = async (order: Omit<SampleOrder, 'phone'>, to: SamplePoint): Promise<number> => {
  const { product, nowMs } = order
  const verification = await orderSample({ ...order, phone: phoneFor(product, to) })
  await bring(verification, to, nowMs)
  return verification.id
}

type Product = (typeof sampleVerifications)[number]
type SampleRequest = ActionRequest<typeof sampleRoutes.sendSampleEvent>

interface SampleKind {
  readonly resource: EventResource
  readonly scope: string
  readonly ends: readonly string[]
  readonly types: readonly EventType[]
  make(request: SampleRequest): Promise<number>
}

const completed = 'verification_completed'

const pointOf = (product: Product, { event_type: type = completed, outcome = 'VERIFIED' }: SendSample) => {
  if (type === completed) return findSampleOutcome(product, outcome)!
  return type === 'verification_delayed' ? 'delayed' : 'accepted'
}

const kindOfVerification = (product: Product): SampleKind => ({
  ...sampleOptions(product),
  types: sampleTypes,
  make: request => makeSample({ product, ...request }, pointOf(product, request.body)),
})

const kindOfIdentity = (product: (typeof sampleIdentities)[number]): SampleKind => ({
  resource: 'identity',
  scope: `identities.${product}`,
  ends: Object.keys(lateOutcomes),
  types: [completed],
  make: request => lookUpSample(product, (request.body.outcome ?? 'EXACT_MATCH') as LateOutcome, request),
})

/** By product; the key is unvalidated input. */
const kinds: ReadonlyMap<unknown, SampleKind> = new Map([
  ...sampleVerifications.map(product => [product, kindOfVerification(product)] as const),
  ...sampleIdentities.map(product => [product, kindOfIdentity(product)] as const),
])

const notAllowed = (pointer: string, words: readonly string[]) => ({
  pointer,
  code: 'not_allowed',
  detail: `Expected one of: ${words.join(', ')}.`,
})

export const sampleRule: InputRule = ({ body }) => {
  const { product, ...optional } = bodyFields(body)
  const [type = completed, outcome] = [providedValue(optional.event_type), providedValue(optional.outcome)]
  const kind = kinds.get(product)
  if (!kind) return []
  if (!(kind.types as readonly unknown[]).includes(type)) return [notAllowed('/event_type', kind.types)]
  if (outcome === undefined) return []
  if (type !== completed)
    return [{ pointer: '/outcome', code: 'not_allowed', detail: 'Only a completion has an outcome.' }]
  return (kind.ends as readonly unknown[]).includes(outcome) ? [] : [notAllowed('/outcome', kind.ends)]
}

/** Makes a real test record and brings it to the point of the event, so that its receiver can read it. @throws Problem not_found for live credentials; product_not_enabled */
export const sendSample = async (request: SampleRequest) => {
  const { caller, body } = request
  if (caller.mode !== 'test') throw new Problem('not_found', 'There are samples in test mode alone.')
  const { resource: event, scope, make } = kinds.get(body.product)!
  requireScope(caller, [scope])
  const eventType = body.event_type ?? completed
  const verificationId = await make(request)
  const wanting = (await listEndpoints(caller)).filter(
    ({ enabled, events }) => enabled && matchesFilters(events, { event, eventType }),
  )
  const eventId = buildEventId(verificationId, eventType)
  return { eventId, verificationId, endpointIds: wanting.map(({ id }) => id) }
}

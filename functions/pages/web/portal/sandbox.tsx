import { useState } from 'preact/hooks'
import {
  decidableOutcomes,
  decidedOutcomes,
  possibleOutcomes,
  statusOf,
} from '../../../../shared/verification/contract/outcome.ts'
import type { Product } from '../../../../shared/verification/contract/product.ts'
import { callApi, type RequestOf } from '../ui/api.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { ActionButton, Guide, PortalPage } from './display.tsx'
import { sentWords } from './event.tsx'
import { describeStatus } from './verification-line.tsx'

type Outcome = RequestOf<'POST /v1/sandbox/verifications/{id}/complete'>['body']['subStatus']
type ClockAdvance = RequestOf<'POST /v1/sandbox/clock'>['body']['to']
type SampleRequest = RequestOf<'POST /v1/sandbox/events'>['body']

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map(value => [value, value.toLowerCase()] as const)

const advances: readonly (readonly [ClockAdvance, string, string])[] = [
  ['visited', 'The agent comes now', 'The agent is on the way.'],
  ['delayed', 'Let 48 hours pass', 'It is late now.'],
  ['expired', 'Let 14 days pass', 'It is expiring.'],
]

interface OutcomesProps {
  readonly id: number
  readonly product: Product
  readonly onDone: () => void
}

export const Outcomes = ({ id, product, onDone }: OutcomesProps) => {
  const [outcome, setOutcome] = useState<Outcome>('VERIFIED')
  const complete = async () => {
    const { status } = await callApi('POST /v1/sandbox/verifications/{id}/complete', {
      params: { id: `${id}` },
      body: { subStatus: outcome },
    })
    onDone()
    return `It ended: ${describeStatus(status)}.`
  }
  const advance = (to: ClockAdvance, words: string) => async () => {
    await callApi('POST /v1/sandbox/clock', { body: { to, verificationId: id } })
    onDone()
    return words
  }
  return (
    <section class="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">Sandbox</h2>
      <Guide to="sandbox#the-test-clock">The test clock</Guide>
      <div class="sending">
        <Choose
          label="How it ends"
          value={outcome}
          options={toOptions(decidableOutcomes[product].map(outcome => decidedOutcomes[outcome].subStatus))}
          onChoose={setOutcome}
        />
        <ActionButton label="End it so" action={complete} />
      </div>
      <h3>Test clock</h3>
      {advances.map(([to, label, words]) => (
        <ActionButton key={to} isPlain label={label} action={advance(to, words)} />
      ))}
    </section>
  )
}

/** All of them, or it does not compile. */
const lookups: Readonly<Record<Exclude<SampleRequest['product'], Product>, true>> = {
  nin: true,
  'nin-premium': true,
  'driver-license': true,
  'alien-card': true,
  passport: true,
}

const sampleProducts = [
  ...Object.keys(decidableOutcomes),
  ...Object.keys(lookups),
] as SampleRequest['product'][]

/** How a sample of a product can end; identity lookups end in one way. */
const sampleOutcomesOf = (product: SampleRequest['product']): readonly string[] =>
  product in decidableOutcomes
    ? possibleOutcomes(product as Product).map(outcome => statusOf(outcome).subStatus)
    : []

/** Makes a real test record, and ends it at once, so that its event is sent. */
export const Sandbox = () => {
  const [product, setProduct] = useState<SampleRequest['product']>('address')
  const [outcome, setOutcome] = useState('VERIFIED')
  const [eventId, setEventId] = useState<string>()
  const possible = sampleOutcomesOf(product)
  const choose = (next: SampleRequest['product']) => {
    setProduct(next)
    setOutcome(sampleOutcomesOf(next)[0] ?? '')
  }
  const send = async () => {
    const body = { product, ...(outcome !== '' && { outcome }) }
    const sent = await callApi('POST /v1/sandbox/events', { body })
    setEventId(sent.eventId)
    return sentWords(sent.endpointIds.length, 'Event created; no endpoint is subscribed to it.')
  }
  return (
    <PortalPage title="Sandbox" guide={['sandbox', 'The sandbox']}>
      <p>
        Make an event happen, and have it sent to your test endpoints. To choose how an order of yours ends,
        or to move its time, open it under <a href={hashUrl('verifications')}>verifications</a>.
      </p>
      <div class="stack">
        <Choose label="About" value={product} options={toOptions(sampleProducts)} onChoose={choose} />
        {possible.length > 0 && (
          <Choose label="How it ends" value={outcome} options={toOptions(possible)} onChoose={setOutcome} />
        )}
        <ActionButton label="Send a sample event" action={send} />
        {eventId !== undefined && (
          <p>
            <a href={hashUrl('events', eventId)}>See its attempts</a>
          </p>
        )}
      </div>
    </PortalPage>
  )
}

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import {
  decidableOutcomes,
  possibleOutcomes,
  statusOf,
} from '../../../../shared/verification/contract/outcome.ts'
import type { Product } from '../../../../shared/verification/contract/product.ts'
import { type RequestOf, callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { ActionButton } from './action.tsx'
import { PortalPage } from './portal-page.tsx'

type Sample = RequestOf<'POST /v1/sandbox/events'>['body']

const products: readonly Sample['product'][] = [
  'address',
  'address-pro',
  'business-address',
  'employment',
  'nin',
  'nin-premium',
  'driver-license',
  'alien-card',
  'passport',
]

/** How a sample of a product can end; identity look-ups end in one way. */
const endsOf = (product: Sample['product']): readonly string[] =>
  product in decidableOutcomes
    ? possibleOutcomes(product as Product).map(outcome => statusOf(outcome).subStatus)
    : []

interface Choice<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly of: readonly Value[]
  readonly onChoose: (value: Value) => void
}

const Choose = <Value extends string>({ label, value, of, onChoose }: Choice<Value>): VNode => (
  <label>
    {label}
    <select value={value} onChange={event => onChoose(event.currentTarget.value as Value)}>
      {of.map(each => (
        <option key={each} value={each}>
          {each.toLowerCase()}
        </option>
      ))}
    </select>
  </label>
)

/** Has a real test record made and brought to its end at once, so that its event is sent. */
export const Sandbox = (): VNode => {
  const [product, setProduct] = useState<Sample['product']>('address')
  const [outcome, setOutcome] = useState('VERIFIED')
  const [eventId, setEventId] = useState<string>()
  const ends = endsOf(product)
  const choose = (next: Sample['product']) => {
    setProduct(next)
    setOutcome(endsOf(next)[0] ?? '')
  }
  const send = async () => {
    const body = { product, ...(outcome !== '' && { outcome }) }
    const sent = await callApi('POST /v1/sandbox/events', { body })
    setEventId(sent.eventId)
    const count = sent.endpointIds.length
    return count === 0
      ? 'It happened; no endpoint wants to hear of it.'
      : `On its way to ${count} endpoint${count === 1 ? '' : 's'}.`
  }
  return (
    <PortalPage title="Sandbox">
      <p>
        Have something happen, and its event sent to your test endpoints. To choose how an order of yours
        ends, or to move its time, open it under <a href={hashUrl('verifications')}>verifications</a>.
      </p>
      <div class="stack">
        <Choose label="About" value={product} of={products} onChoose={choose} />
        {ends.length > 0 && <Choose label="How it ends" value={outcome} of={ends} onChoose={setOutcome} />}
        <ActionButton label="Send a sample event" run={send} />
        {eventId !== undefined && (
          <p>
            <a href={hashUrl('events', eventId)}>See its attempts</a>
          </p>
        )}
      </div>
    </PortalPage>
  )
}

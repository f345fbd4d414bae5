import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { decidableOutcomes, decidedOutcomes } from '../../../../shared/verification/contract/outcome.ts'
import type { Product } from '../../../../shared/verification/contract/product.ts'
import { type RequestOf, callApi } from '../ui/api.ts'
import { ActionButton } from './action.tsx'
import type { FoundVerification } from './record.ts'
import type { ListedType } from './verifications.tsx'

type End = RequestOf<'POST /v1/sandbox/verifications/{id}/complete'>['body']['subStatus']
type Time = RequestOf<'POST /v1/sandbox/clock'>['body']['to']

const subStatusesOf = (product: Product): readonly End[] =>
  decidableOutcomes[product].map(outcome => decidedOutcomes[outcome].subStatus)

/** How each kind can end. */
const ends: Readonly<Record<ListedType, readonly End[]>> = {
  addresses: subStatusesOf('address'),
  employments: subStatusesOf('employment'),
}

const times: readonly (readonly [Time, string, string])[] = [
  ['visited', 'The agent comes now', 'The agent is on the way.'],
  ['delayed', 'Let 48 hours pass', 'It is late now.'],
  ['expired', 'Let 14 days pass', 'It is expiring.'],
]

interface OutcomesProps {
  readonly found: FoundVerification
  readonly noun: ListedType
  readonly onDone: () => void
}

/** Test mode alone: how it ends, and what time brings. */
export const Outcomes = ({ found, noun, onDone }: OutcomesProps): VNode => {
  const [end, setEnd] = useState<End>('VERIFIED')
  const complete = async () => {
    const params = { id: `${found.id}` }
    const { status } = await callApi('POST /v1/sandbox/verifications/{id}/complete', {
      params,
      body: { subStatus: end },
    })
    onDone()
    return `It ended: ${status.subStatus.toLowerCase()}.`
  }
  const move = (to: Time, words: string) => async () => {
    await callApi('POST /v1/sandbox/clock', { body: { to, verificationId: found.id } })
    onDone()
    return words
  }
  return (
    <section class="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">Sandbox</h2>
      <div class="sending">
        <label>
          How it ends
          <select value={end} onChange={event => setEnd(event.currentTarget.value as End)}>
            {ends[noun].map(each => (
              <option key={each} value={each}>
                {each.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <ActionButton label="End it so" run={complete} />
      </div>
      <h3>Test clock</h3>
      {times.map(([to, label, words]) => (
        <ActionButton key={to} isPlain label={label} run={move(to, words)} />
      ))}
    </section>
  )
}

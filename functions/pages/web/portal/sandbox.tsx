import { useState } from 'preact/hooks'
import { decidableOutcomes, decidedOutcomes } from '../../../../shared/verification/contract/outcome.ts'
import { collectionOf, type Product } from '../../../../shared/verification/contract/product.ts'
import { callApi, type RequestOf } from '../ui/api.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { ActionButton, Guide, PortalPage } from './display.tsx'
import { describeStatus } from './verification-line.tsx'

type Outcome = RequestOf<'POST /v1/sandbox/verifications/{id}/complete'>['body']['subStatus']
type ClockAdvance = RequestOf<'POST /v1/sandbox/clock'>['body']['to']

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map(value => [value, value.toLowerCase()] as const)

const advances: readonly (readonly [ClockAdvance, string, string])[] = [
  ['delayed', 'Let 48 hours pass', 'It is late now.'],
  ['expired', 'Let 14 days pass', 'It is expiring.'],
]

const outcomesOf = (product: Product): readonly Outcome[] =>
  decidableOutcomes[product].map(outcome => decidedOutcomes[outcome].subStatus)

/** Returns in words how it ended. */
const complete = async (id: number, subStatus: Outcome): Promise<string> => {
  const { status } = await callApi('POST /v1/sandbox/verifications/{id}/complete', {
    params: { id: `${id}` },
    body: { subStatus },
  })
  return `It ended: ${describeStatus(status)}.`
}

interface EndChoiceProps {
  readonly product: Product
  readonly outcome: Outcome
  readonly onChoose: (outcome: Outcome) => void
}

const EndChoice = ({ product, outcome, onChoose }: EndChoiceProps) => (
  <Choose label="How it ends" value={outcome} options={toOptions(outcomesOf(product))} onChoose={onChoose} />
)

interface OutcomesProps {
  readonly id: number
  readonly product: Product
  readonly onDone: () => void
}

export const Outcomes = ({ id, product, onDone }: OutcomesProps) => {
  const [outcome, setOutcome] = useState<Outcome>('VERIFIED')
  const end = async () => {
    const words = await complete(id, outcome)
    onDone()
    return words
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
        <EndChoice product={product} outcome={outcome} onChoose={setOutcome} />
        <ActionButton label="End it so" action={end} />
      </div>
      <h3>Test clock</h3>
      {advances.map(([to, label, words]) => (
        <ActionButton key={to} isPlain label={label} action={advance(to, words)} />
      ))}
    </section>
  )
}

const applicant = {
  firstname: 'Sandbox',
  lastname: 'Applicant',
  // Nobody visits who has this number, so that the order ends as it is told to.
  phone: '08000001010',
}

const address = {
  customerReference: 'sandbox',
  allowRevisit: true,
  street: '1 Sandbox Street',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant,
}

/** Places a test order with made-up data. */
const orderFor = {
  address: () => callApi('POST /v1/addresses', { body: address }),
  'address-pro': () =>
    callApi('POST /v1/addresses/pro', {
      body: {
        ...address,
        addressExtraData: {
          generalDescription: 'A made-up house with a blue gate',
          latitude: 6.6018,
          longitude: 3.3515,
          buildingDescription: 'Residential',
          hasGateAndFence: true,
          buildingStatus: 'Completed',
          buildingType: 'Bungalow',
          buildingColour: 'Cream',
        },
      },
    }),
  'business-address': () =>
    callApi('POST /v1/addresses/business', {
      body: {
        ...address,
        canContactPoc: true,
        rcNumber: 'RC000000',
        businessType: 'Formal',
        businessName: 'Sandbox Limited',
      },
    }),
  employment: () =>
    callApi('POST /v1/employments', {
      body: {
        customerReference: address.customerReference,
        allowRevisit: true,
        employerName: 'Sandbox Limited',
        employerEmail: 'hr@example.com',
        employerPhone: '+2348000000002',
        applicant,
      },
    }),
} as const satisfies Record<Product, () => Promise<{ readonly id: number }>>

const products = Object.keys(orderFor) as Product[]

/** Orders and completes, so that an event is sent. */
export const Sandbox = () => {
  const [product, setProduct] = useState<Product>('address')
  const [outcome, setOutcome] = useState<Outcome>('VERIFIED')
  const [made, setMade] = useState<string>()
  const choose = (next: Product) => {
    setProduct(next)
    setOutcome('VERIFIED')
  }
  const send = async () => {
    const { id } = await orderFor[product]()
    setMade(hashUrl('verifications', collectionOf[product], `${id}`))
    return `${await complete(id, outcome)} Its event goes to the endpoints that subscribe to it.`
  }
  return (
    <PortalPage title="Sandbox" guide={['sandbox', 'The sandbox']}>
      <p>
        Order a test verification with made-up data and end it at once, so that its event is sent to your test
        endpoints. To choose how an order of yours ends, or to move its time, open it under{' '}
        <a href={hashUrl('verifications')}>verifications</a>.
      </p>
      <div class="stack">
        <Choose label="About" value={product} options={toOptions(products)} onChoose={choose} />
        <EndChoice product={product} outcome={outcome} onChoose={setOutcome} />
        <ActionButton label="Send a test event" action={send} />
        {made !== undefined && (
          <p>
            <a href={made}>See what happened</a>
          </p>
        )}
      </div>
    </PortalPage>
  )
}

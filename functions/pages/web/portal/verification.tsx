import type { VNode } from 'preact'
import { placeUrl } from '../frame/place.ts'
import { Shown, useAsked } from './asked.tsx'
import { useLooking } from './event.tsx'
import { Outcomes } from './outcomes.tsx'
import { type Found as FoundRecord, recordIn } from './record.ts'
import { Room } from './room.tsx'
import { Facts, Moment, Verbatim } from './shown.tsx'
import { Timeline } from './timeline.tsx'
import { type Noun, nounOf, StatusTag } from './verifications.tsx'

const nameIn = ({ applicant }: FoundRecord): string => `${applicant.firstname} ${applicant.lastname}`

interface VerificationProps {
  readonly noun: string
  readonly id: string
  readonly mode: 'test' | 'live'
}

interface FoundProps {
  readonly found: FoundRecord
  readonly noun: Noun
  readonly mode: 'test' | 'live'
  readonly onChange: () => void
}

const Found = ({ found, noun, mode, onChange }: FoundProps): VNode => {
  const record = recordIn(found)
  const isOpen = found.status.state === 'IN_PROGRESS'
  return (
    <>
      <p>
        <StatusTag status={found.status} /> <strong>{found.customerReference}</strong> <code>{found.id}</code>
      </p>
      <Facts
        of={[
          ['Applicant', nameIn(found)],
          ['Asked for', <Moment key="at" at={record.requestedAt} />],
          ['Price', isOpen ? 'none until it ends' : record.price],
        ]}
      />
      {mode === 'test' && isOpen && <Outcomes found={found} noun={noun} onDone={onChange} />}
      <h2>What happened</h2>
      <Timeline key={found.status.state} found={found} />
      {!isOpen && (
        <p>
          <a class="button" href={`/v1/${noun}/${found.id}/report`} target="_blank" rel="noopener">
            Report to print or file
          </a>
        </p>
      )}
      <h2>The record</h2>
      <Verbatim label="As the API answers it" text={JSON.stringify(found, null, 2)} />
    </>
  )
}

/** A verification, with what happened to it. */
export const Verification = ({ noun: word, id, mode }: VerificationProps): VNode => {
  const noun = nounOf(word)
  const params = { id }
  const asked = useRecord(noun, params)
  const look = useLooking(asked.again)
  return (
    <Room title="Verification" up={{ href: placeUrl('verifications', noun), title: 'Verifications' }}>
      <Shown asked={asked}>{found => <Found found={found} noun={noun} mode={mode} onChange={look} />}</Shown>
    </Room>
  )
}

const useRecord = (noun: Noun, params: { readonly id: string }) => {
  const operation = noun === 'addresses' ? 'GET /v1/addresses/{id}' : 'GET /v1/employments/{id}'
  return useAsked<'GET /v1/addresses/{id}' | 'GET /v1/employments/{id}'>(
    operation,
    { params },
    `${noun} ${params.id}`,
  )
}

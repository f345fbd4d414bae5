import type { VNode } from 'preact'
import { hashUrl } from '../ui/hash-route.ts'
import { QueryView, useQuery } from './query.tsx'
import { usePolling } from './event.tsx'
import { Outcomes } from './outcomes.tsx'
import { type FoundVerification as FoundRecord, readCommonFields } from './record.ts'
import { PortalPage } from './portal-page.tsx'
import { Facts, DateTime, Verbatim } from './display.tsx'
import { Timeline } from './timeline.tsx'
import { type ListedType, listedTypeOf, StatusTag } from './verifications.tsx'

const nameIn = ({ applicant }: FoundRecord): string => `${applicant.firstname} ${applicant.lastname}`

interface VerificationProps {
  readonly noun: string
  readonly id: string
  readonly mode: 'test' | 'live'
}

interface FoundProps {
  readonly found: FoundRecord
  readonly noun: ListedType
  readonly mode: 'test' | 'live'
  readonly onChange: () => void
}

const Found = ({ found, noun, mode, onChange }: FoundProps): VNode => {
  const record = readCommonFields(found)
  const isOpen = found.status.state === 'IN_PROGRESS'
  return (
    <>
      <p>
        <StatusTag status={found.status} /> <strong>{found.customerReference}</strong> <code>{found.id}</code>
      </p>
      <Facts
        of={[
          ['Applicant', nameIn(found)],
          ['Asked for', <DateTime key="at" at={record.requestedAt} />],
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
  const noun = listedTypeOf(word)
  const params = { id }
  const asked = useRecord(noun, params)
  const look = usePolling(asked.again)
  return (
    <PortalPage title="Verification" up={{ href: hashUrl('verifications', noun), title: 'Verifications' }}>
      <QueryView asked={asked}>
        {found => <Found found={found} noun={noun} mode={mode} onChange={look} />}
      </QueryView>
    </PortalPage>
  )
}

const useRecord = (noun: ListedType, params: { readonly id: string }) => {
  const operation = noun === 'addresses' ? 'GET /v1/addresses/{id}' : 'GET /v1/employments/{id}'
  return useQuery<'GET /v1/addresses/{id}' | 'GET /v1/employments/{id}'>(
    operation,
    { params },
    `${noun} ${params.id}`,
  )
}

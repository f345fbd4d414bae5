import { useEffect, useState } from 'preact/hooks'
import {
  documentHours,
  failedAttemptsNeeded,
  minHoursBetweenAttempts,
} from '../../../../../shared/employer/contact/unreachable.ts'
import { type EmployerContact, readEmployerContact } from '../../ui/employer-contact.ts'
import { Loading } from '../../ui/page.tsx'
import { ErrorNotice, type QueryState, useQuery } from '../../ui/query.tsx'
import { useSyncStatus } from '../queue/sync.ts'
import type { Call } from '../storage/records.ts'
import { LinkButton } from '../visit/parts.tsx'

type CallWork = NonNullable<Call['work']>

/** A call that is not over. */
export type HeldCall = Call & {
  readonly work: CallWork & { readonly employer: NonNullable<CallWork['employer']> }
}

export interface StepProps {
  readonly call: HeldCall
  readonly office: EmployerData
  /** Last word of the route. */
  readonly detail: string | undefined
}

interface EmployerData extends QueryState<EmployerContact> {
  readonly isOffline: boolean
}

/** Whether the phone says so itself, or nothing came back the last time. */
const useOffline = (): boolean => {
  const status = useSyncStatus()
  const [isCut, setCut] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => setCut(!navigator.onLine)
    const names = ['online', 'offline'] as const
    for (const name of names) addEventListener(name, look)
    return () => {
      for (const name of names) removeEventListener(name, look)
    }
  }, [])
  return isCut || status === 'unreachable'
}

/** Reads what the office knows of a call when it is opened, and once a connection is back. */
export const useEmployerData = (id: string): EmployerData => {
  const isOffline = useOffline()
  return { ...useQuery(() => readEmployerContact(id), isOffline ? undefined : id), isOffline }
}

/** Why what the office knows is not shown, or not up to date. */
export const LoadError = ({ office: { value, error, isOffline, again } }: { office: EmployerData }) => {
  if (isOffline) return <p class="notice">You are offline. To see what is new you need a connection.</p>
  return value || error !== undefined ? <ErrorNotice error={error} onRetry={again} /> : <Loading />
}

/** What is missing before it may be reported that nobody was reached. */
export const MissingEffort = ({ id, attempts }: Pick<EmployerContact, 'attempts'> & { id: string }) => {
  const { lacks, failedApart } = attempts
  if (lacks === 'documents')
    return (
      <>
        <p>
          <strong>Enough attempts have failed.</strong> Now ask the applicant for documents.
        </p>
        <p>
          <LinkButton to={['call', id, 'page', 'documents']} words="Ask the applicant" />
        </p>
      </>
    )
  const [words, more] = {
    attempts: [
      `${failedApart} of ${failedAttemptsNeeded} failed attempts count so far.`,
      `An attempt counts when it is ${minHoursBetweenAttempts} hours after the one before.`,
    ],
    time: [
      'The applicant was asked for documents,',
      `and has ${documentHours} hours to answer. Until then, go on trying.`,
    ],
    nothing: ['Enough was tried.', 'You may report that nobody was reached.'],
  }[lacks ?? 'nothing']
  return (
    <p>
      <strong>{words}</strong> {more}
    </p>
  )
}

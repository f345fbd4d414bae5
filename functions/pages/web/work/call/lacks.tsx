import type { VNode } from 'preact'
import {
  documentHours,
  failedAttemptsNeeded,
  minHoursBetweenAttempts,
} from '../../../../../shared/employer/contact/unreachable.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import type { Attempts } from './employer-data.ts'

interface Props {
  readonly id: string
  readonly attempts: Attempts
}

/** What is still missing before it may be reported that nobody was reached. */
export const Lacks = ({ id, attempts: { lacks, failedApart } }: Props): VNode => {
  if (lacks === 'attempts')
    return (
      <p>
        <strong>
          {failedApart} of {failedAttemptsNeeded} failed attempts count so far.
        </strong>{' '}
        An attempt counts when it is {minHoursBetweenAttempts} hours after the one before.
      </p>
    )
  if (lacks === 'documents')
    return (
      <>
        <p>
          <strong>Enough attempts have failed.</strong> Now ask the applicant for documents.
        </p>
        <p>
          <a class="button" href={hashUrl('call', id, 'page', 'documents')}>
            Ask the applicant
          </a>
        </p>
      </>
    )
  if (lacks === 'time')
    return (
      <p>
        <strong>The applicant was asked for documents,</strong> and has {documentHours} hours to answer. Until
        then, go on trying.
      </p>
    )
  return (
    <p>
      <strong>Enough was tried.</strong> You may report that nobody was reached.
    </p>
  )
}

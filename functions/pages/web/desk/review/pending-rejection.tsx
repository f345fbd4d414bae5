import type { VNode } from 'preact'
import type { Review } from '../../../../../shared/work/contract.ts'
import { formatDateTime } from '../../ui/format.ts'

interface StagedProps {
  readonly review: Review
  readonly reviewer: string
}

/** A rejection that a second person has to confirm. */
export const PendingRejection = ({ review: { staged }, reviewer }: StagedProps): VNode | null => {
  if (!staged) return null
  const isOwn = staged.by === reviewer
  return (
    <div class="staged">
      <p>
        <strong>{isOwn ? 'You asked' : `${staged.by} asked`}</strong> to reject it as{' '}
        <strong>{staged.reason}</strong>, {formatDateTime(staged.at)}.
      </p>
      {staged.adminComment && (
        <p>
          For the customer: <bdi>{staged.adminComment}</bdi>
        </p>
      )}
      <p>
        {isOwn
          ? 'A second person has to confirm that: leave it to them.'
          : 'It needs a second person: reject for the same reason to confirm it, or decide otherwise.'}
      </p>
    </div>
  )
}

import { useState } from 'preact/hooks'
import { type RefusalReason, refusalReasons } from '../../../../../shared/work/assignment/refusal-contract.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Choose, hashUrl } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { claim, returnWork } from '../queue/claim.ts'
import { useSyncStatus } from '../queue/sync.ts'
import { titleOf } from '../../ui/work-title.ts'

const none = ''
type ChosenReason = RefusalReason | typeof none

const options = [[none, 'Choose a reason'], ...Object.entries(refusalReasons)] as readonly (readonly [
  ChosenReason,
  string,
])[]

interface OfferProps {
  readonly by: string
  readonly work: WorkItem
}

const Refusal = ({ by, work, onCancel }: OfferProps & { readonly onCancel: () => void }) => {
  const [reason, setReason] = useState<ChosenReason>(none)
  const { isBusy, error, run } = useMutation()
  const refuse = () => run(() => returnWork({ by, id: work.id }, reason || undefined))
  return (
    <div class="filter">
      <Choose label="Why not?" value={reason} options={options} onChoose={setReason} />
      <button type="button" class="danger" disabled={isBusy || reason === none} onClick={refuse}>
        {isBusy ? 'One moment …' : 'Refuse it'}
        <span class="unseen"> {titleOf(work)}</span>
      </button>
      <button type="button" class="plain" onClick={onCancel}>
        Think again
      </button>
      <ErrorLine error={error} />
    </div>
  )
}

/** What the office assigned to the agent, who says yes or no while it is theirs. */
export const Offer = ({ by, work }: OfferProps) => {
  const [isRefusing, setIsRefusing] = useState(false)
  const { isBusy, error, run } = useMutation()
  const isOffline = useSyncStatus() === 'unreachable'
  const accept = () =>
    run(async () => {
      await claim(by, work)
      location.hash = hashUrl(work.place ? 'visit' : 'call', work.id)
    })
  if (isRefusing) return <Refusal by={by} work={work} onCancel={() => setIsRefusing(false)} />
  return (
    <>
      <p class="wide">
        Your office gave it to you.
        {work.leaseUntil && ` Answer by ${formatDateTime(work.leaseUntil)}, or it goes to others.`}
        {isOffline && ' To answer you need a connection.'}
      </p>
      <button type="button" disabled={isBusy || isOffline} onClick={accept}>
        {isBusy ? 'One moment …' : 'Accept'}
        <span class="unseen"> {titleOf(work)}</span>
      </button>
      <button type="button" class="plain" disabled={isBusy || isOffline} onClick={() => setIsRefusing(true)}>
        Refuse
        <span class="unseen"> {titleOf(work)}</span>
      </button>
      <ErrorLine error={error} />
    </>
  )
}

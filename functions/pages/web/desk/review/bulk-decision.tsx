import { useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/assignment/contract.ts'
import { fullNameOf } from '../../../../../shared/work/comparison.ts'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { ApiProblem, callApi, errorMessage, isSessionExpired } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { Choose, hashUrl, useAutoFocus } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { type DecisionCallbacks, describeDecision } from './decision.tsx'
import { reasonsFor } from './decision-forms.tsx'
import { locationOf, productNames } from './queue.tsx'

interface AlikeCases {
  readonly title: string
  readonly works: readonly WorkItem[]
}

/** Cases of one product and place, or employer, that no flag, dispute or other reviewer speaks against. */
export const groupAlike = (works: readonly WorkItem[]): readonly AlikeCases[] => {
  const plain = works.filter(
    ({ waiting }) =>
      waiting && waiting.flags === 0 && !waiting.disputed && !waiting.stagedBy && !waiting.handOver,
  )
  const groups = new Map<string, WorkItem[]>()
  for (const work of plain) {
    const title = `${productNames[work.product]}, ${locationOf(work)}`
    groups.set(title, [...(groups.get(title) ?? []), work])
  }
  return [...groups].flatMap(([title, works]) => (works.length > 1 ? [{ title, works }] : []))
}

interface BulkDecisionProps extends Pick<DecisionCallbacks, 'onSending'> {
  /** Of one product. */
  readonly works: readonly WorkItem[]
  readonly isSending: boolean
  readonly onDone: (id: string, words: string, holdsAt: string | null) => void
  /** When each has its result, or one could not get any. */
  readonly onEnd: () => void
  readonly onClose: () => void
}

const approval = 'approve'

/** Decides cases that are alike, each by a request of its own, and says of each what came of it. */
export const BulkDecision = (props: BulkDecisionProps) => {
  const { works, isSending, onSending, onDone, onEnd, onClose } = props
  const heading = useAutoFocus<HTMLHeadingElement>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [choice, setChoice] = useState<string>(approval)
  const [results, setResults] = useState<ReadonlyMap<string, string>>(new Map())
  const [error, setError] = useState<unknown>()
  const isBusy = useRef(false)
  const keys = useRef<Record<string, string>>({})
  const product = works[0]!.product
  const chosen = works.filter(({ id }) => !left.has(id) && !results.has(id))
  const body: DecideRequest =
    choice === approval
      ? { decision: 'approve' }
      : { decision: 'reject', reason: choice as DecideRequest['reason'] }

  const decide = async (id: string): Promise<string> => {
    keys.current[id + choice] ??= crypto.randomUUID()
    try {
      const decision = await callApi('POST /v1/operations/assignments/{id}/decision', {
        params: { id },
        body,
        idempotencyKey: keys.current[id + choice]!,
        keepalive: true,
      })
      const words = describeDecision(decision, body)
      onDone(id, words, decision.holdsAt)
      return `✓ ${words}`
    } catch (error) {
      // What is refused of one case says nothing of the others. What may pass, or ends the session, stops them all.
      if (!(error instanceof ApiProblem) || error.problem.retryable || isSessionExpired(error)) throw error
      return `✗ Not decided: ${errorMessage(error)}`
    }
  }
  const decideAll = async () => {
    if (isBusy.current) return
    isBusy.current = true
    onSending(true)
    setError(undefined)
    try {
      for (const { id } of chosen) {
        const result = await decide(id)
        setResults(results => new Map([...results, [id, result]]))
      }
    } catch (error) {
      setError(error)
    }
    isBusy.current = false
    onSending(false)
    onEnd()
  }
  return (
    <section aria-labelledby="together" class="bulk">
      <h2 ref={heading} tabIndex={-1} id="together">
        Decide together
      </h2>
      <p>
        {productNames[product]}, <bdi>{locationOf(works[0]!)}</bdi>. No flag speaks against them; what an
        agent found otherwise is refused, and waits for you in its case.
      </p>
      <ul>
        {works.map(({ id, applicant, place }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={!left.has(id)}
                disabled={isSending || results.has(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setLeft(new Set(checked ? [...left].filter(each => each !== id) : [...left, id]))
                }
              />
              <span>
                {id} <bdi>{[fullNameOf(applicant), place?.street].filter(Boolean).join(', ')}</bdi>
              </span>
            </label>
            <a href={hashUrl('review', id)}>
              Open<span class="unseen"> {id}</span>
            </a>
            <span role="status">{results.get(id)}</span>
          </li>
        ))}
      </ul>
      <Choose
        label="Decision"
        value={choice}
        options={[
          [approval, 'Approve'],
          ...reasonsFor(product).map(each => [each, `Reject: ${each}`] as const),
        ]}
        onChoose={setChoice}
      />
      <div class="actions">
        <button type="button" disabled={isSending || chosen.length === 0} onClick={() => void decideAll()}>
          {choice === approval ? 'Approve' : 'Reject'} {formatCount(chosen.length, 'case')}
        </button>
        <button type="button" class="plain" disabled={isSending} onClick={onClose}>
          Back to the start
        </button>
      </div>
      <ErrorNotice error={error} onRetry={() => void decideAll()} />
    </section>
  )
}

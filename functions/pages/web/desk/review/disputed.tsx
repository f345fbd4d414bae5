import type { VNode } from 'preact'
import type { Review } from '../../../../../shared/work/contract.ts'
import { formatDateTime } from '../../ui/format.ts'

type Objection = NonNullable<Review['objection']>

/** Why somebody objects, in the reviewers' words. */
const groundWords: Readonly<Record<Objection['ground'], string>> = {
  wrongPerson: 'about somebody else',
  wrongPlace: 'another place or employer',
  changed: 'changed since',
  wrongDetails: 'wrong details',
  evidence: 'the evidence does not show it',
  other: 'another reason',
}

/** What somebody objects, before everything else of a disputed case; and the decision that it is about. */
export const DisputedDecision = ({ review: { objection } }: { readonly review: Review }): VNode | null => {
  if (!objection) return null
  const { by, ground, reason, raisedAt, revision, outcome, decidedAt, decidedBy, adminComment } = objection
  return (
    <section aria-labelledby="disputed" class="objection">
      <h2 id="disputed">The {by} objects</h2>
      <p>
        <span class="tag disputed">{groundWords[ground]}</span>{' '}
        <span class="quiet">{formatDateTime(raisedAt)}</span>
      </p>
      <blockquote>
        <bdi>{reason}</bdi>
      </blockquote>
      <p>
        {revision === 1 ? 'Decided' : `Decided for the ${revision}. time`}: <strong>{outcome}</strong>,{' '}
        {formatDateTime(decidedAt)}
        {decidedBy && (
          <>
            {' '}
            by <bdi>{decidedBy}</bdi>
          </>
        )}
        .
      </p>
      {adminComment && (
        <p>
          The customer was told: <bdi>{adminComment}</bdi>
        </p>
      )}
      <p class="quiet">
        Decide by the evidence that is there. The same outcome upholds the decision; another one takes its
        place, and the customer is told.
      </p>
    </section>
  )
}

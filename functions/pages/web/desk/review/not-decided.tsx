import { errorMessage } from '../../ui/api.ts'
import { hashUrl } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { type Decisions, isUnknown } from './decisions.ts'

type Failures = Decisions['failures']

/** What failed for the same reason is told together. */
const groupAlike = (failures: Failures): readonly Failures[] => {
  const groups = new Map<string, Failures>()
  for (const failure of failures) {
    const words = errorMessage(failure.error)
    groups.set(words, [...(groups.get(words) ?? []), failure])
  }
  return [...groups.values()]
}

const CaseLinks = ({ ids }: { ids: readonly string[] }) => (
  <strong>
    {ids.map((id, n) => (
      <span key={id}>
        {n > 0 && ', '}
        <a href={hashUrl('review', id)}>{id}</a>
      </span>
    ))}{' '}
    {ids.length === 1 ? 'was' : 'were'} not decided.
  </strong>
)

/** Names the cases whose decisions were not done, wherever their reviewer is by now. */
export const NotDecided = ({ failures, sendAgain, forget }: Decisions) => (
  <>
    {groupAlike(failures).map(alike => {
      const ids = alike.flatMap(({ items }) => items.map(({ id }) => id))
      return (
        <ErrorNotice
          key={ids.join()}
          about={<CaseLinks ids={ids} />}
          error={alike[0]?.error}
          onRetry={isUnknown(alike[0]?.error) ? undefined : () => alike.forEach(sendAgain)}
          onClose={() => alike.forEach(forget)}
        />
      )
    })}
  </>
)

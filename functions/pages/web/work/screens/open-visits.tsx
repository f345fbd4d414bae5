import { useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatCount } from '../../ui/format.ts'
import { Choose } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { loadMore } from '../queue/open-work.ts'
import { useSyncStatus } from '../queue/sync.ts'
import type { WorkLists } from '../storage/records.ts'
import { isFoundBy } from '../visit/about.ts'
import { Section } from '../visit/parts.tsx'
import { AreaChoice } from './area-choice.tsx'
import { WorkList, type WorkListProps } from './work-list.tsx'

const all = ''

/** As many as nobody needs to look for. */
const fewVisits = 5

const lgaNamesIn = (works: readonly WorkItem[]): readonly string[] =>
  [...new Set(works.flatMap(({ place }) => place?.lgaName ?? []))].sort()

interface FilterProps {
  readonly works: readonly WorkItem[]
  readonly words: string
  readonly lga: string
  readonly onSearch: (words: string) => void
  readonly onChoose: (lga: string) => void
}

/** Looks through what is on the phone: the service does not know streets and names that it could search by. */
const Filter = ({ works, words, lga, onSearch, onChoose }: FilterProps) => {
  const lgas = lgaNamesIn(works)
  const options = [[all, 'All'], ...lgas.map(name => [name, name] as const)] as const
  return (
    <div class="filter">
      <label>
        Street or name
        <input type="search" value={words} onInput={event => onSearch(event.currentTarget.value)} />
      </label>
      {lgas.length > 1 && <Choose label="Area" value={lga} options={options} onChoose={onChoose} />}
    </div>
  )
}

const MoreButton = ({ by }: { by: string }) => {
  const { isBusy, error, run } = useMutation()
  const isOffline = useSyncStatus() === 'unreachable'
  return (
    <>
      <button
        type="button"
        class="plain wide"
        disabled={isBusy || isOffline}
        onClick={() => run(() => loadMore(by))}
      >
        {isBusy ? 'One moment …' : 'More visits'}
      </button>
      <ErrorLine error={error} />
    </>
  )
}

interface OpenVisitsProps extends Pick<WorkListProps, 'position' | 'children'> {
  readonly by: string
  readonly lists: WorkLists
}

/** The open visits that are on the phone, and the way to more of them. */
export const OpenVisits = ({ by, lists, position, children }: OpenVisitsProps) => {
  const [words, setWords] = useState('')
  const [lga, setLga] = useState(all)
  const isOffline = useSyncStatus() === 'unreachable'
  const works = lists.open.filter(({ place }) => place)
  const isChosen = (work: WorkItem) => lga === all || work.place?.lgaName === lga
  const shown = works.filter(work => isChosen(work) && isFoundBy(work, words))
  const isFiltered = shown.length < works.length
  const isLong = works.length > fewVisits || isFiltered
  return (
    <Section id="open" title={lists.area ? `Open visits in ${lists.area.name}` : 'Open visits'}>
      {isOffline && lists.open.length > 0 && <p>To take a visit you need a connection.</p>}
      {lists.isAreaNeeded ? (
        <AreaChoice by={by} lists={lists} />
      ) : (
        <details>
          <summary>{isLong ? 'Search, or another area' : 'Another area'}</summary>
          {isLong && <Filter works={works} words={words} lga={lga} onSearch={setWords} onChoose={setLga} />}
          <AreaChoice by={by} lists={lists} />
        </details>
      )}
      {(isFiltered || lists.next) && (
        <p class="quiet" role="status">
          {isFiltered
            ? `${shown.length} of ${formatCount(works.length, 'visit')} on this phone.`
            : `${formatCount(works.length, 'visit')} on this phone. There are more.`}
        </p>
      )}
      {!lists.isAreaNeeded && (
        <WorkList
          works={shown}
          position={position}
          empty={isFiltered ? 'None of them fits.' : 'Nothing waits at the moment.'}
        >
          {children}
        </WorkList>
      )}
      {lists.next && <MoreButton by={by} />}
    </Section>
  )
}

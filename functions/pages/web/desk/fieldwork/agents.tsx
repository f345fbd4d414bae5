import { useState } from 'preact/hooks'
import { formatCount, formatDateTime, formatMinutes } from '../../ui/format.ts'
import { openCasesUrl } from '../cases/link.ts'
import { CaseCount, Section, WideTable } from '../overview/section.tsx'
import type { CountedFieldwork } from './health.ts'

type AgentLine = CountedFieldwork['agents'][number]

const describeUnsent = ({ unsentReports, unsentPhotos }: AgentLine): string =>
  [
    ...(unsentReports > 0 ? [formatCount(unsentReports, 'report')] : []),
    ...(unsentPhotos > 0 ? [formatCount(unsentPhotos, 'photo')] : []),
  ].join(', ')

/** What they hold: what is not sent is of these visits. */
const heldUrl = (agent: string): string => openCasesUrl({ list: 'visits', agent })

const Unsent = ({ line }: { line: AgentLine }) =>
  line.unsentAt === null ? (
    <>–</>
  ) : (
    <>
      <a class="count" href={heldUrl(line.id)}>
        {describeUnsent(line)}
      </a>
      <span class="quiet"> as of {formatDateTime(line.unsentAt)}</span>
    </>
  )

/** What needs a look stands first: a phone shows three or four columns. */
const headings = ['Agent', 'Not sent', 'Strong flags', 'Flags', 'Done', 'Plan', 'Half within', 'Team']

const toRow = (line: AgentLine) => {
  const { id, teamId, plan, done, stronglyFlagged, flagged, medianMinutes } = line
  const visited = { list: 'visited', agent: id } as const
  return [
    id,
    <Unsent key="unsent" line={line} />,
    <CaseCount
      key="strong"
      count={stronglyFlagged}
      filter={{ ...visited, flags: 'strong' }}
      title={`${id}, strong flags`}
    />,
    <CaseCount key="flags" count={flagged} filter={{ ...visited, flags: 'any' }} title={`${id}, flags`} />,
    <CaseCount key="done" count={done} filter={visited} title={`${id}, done`} />,
    teamId === null ? '–' : plan,
    formatMinutes(medianMinutes),
    teamId ?? '–',
  ] as const
}

/** As many as one looks through at once. */
const shownFirst = 20

interface AgentsProps extends Pick<CountedFieldwork, 'agents' | 'isMore'> {
  readonly isState: boolean
}

/** The agents of the area, who needs a look first. */
export const Agents = ({ agents, isMore, isState }: AgentsProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? agents : agents.slice(0, shownFirst)
  return (
    <Section id="agents" title="Agents">
      {agents.length === 0 ? (
        <p class="quiet">No agent is in a team here, or has been here today.</p>
      ) : (
        <WideTable
          caption="Agents, who needs a look first"
          urlOf={heldUrl}
          headings={headings}
          rows={shown.map(toRow)}
        />
      )}
      {shown.length < agents.length && (
        <p class="actions">
          <button type="button" class="plain" onClick={() => setIsOpen(true)}>
            Show {agents.length - shown.length} more
          </button>
        </p>
      )}
      {isMore && shown.length === agents.length && (
        <p class="quiet">
          These {agents.length} need a look first.{isState ? '' : ' Choose a state for its agents.'}
        </p>
      )}
    </Section>
  )
}

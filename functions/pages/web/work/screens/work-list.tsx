import type { ComponentChildren } from 'preact'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatDue } from '../../ui/format.ts'
import type { DevicePosition } from '../capture/position.ts'
import { titleOf } from '../../ui/work-title.ts'
import { areaOf, describeStop, mapLinks, personOf } from '../visit/about.ts'
import { describeAppointment } from '../visit/appointment.tsx'
import { inOrder, isLate, walkOrder } from '../visit/walk.ts'

export interface WorkListProps {
  readonly works: readonly WorkItem[]
  readonly position?: DevicePosition['fix']
  readonly empty?: string
  /** Whether they are one way, in which each begins where the one before ended. */
  readonly isWalk?: boolean
  /** Whether the applicant wants another time. */
  readonly isAsking?: (work: WorkItem) => boolean
  /** The way on from an item. */
  readonly children: (work: WorkItem) => ComponentChildren
}

/** What is not as usual of a visit, and nothing else: most cards have none. */
const exceptionsOf = (work: WorkItem, isAsking: boolean, nowMs: number): readonly string[] => [
  ...(isLate(work, nowMs) ? [formatDue(work.dueAt, nowMs)] : []),
  ...(work.returned ? ['Came back'] : []),
  ...(isAsking ? ['Asks for another time'] : []),
]

/** Visits or calls: what is late first, then what is near, from here or from the stop before. */
export const WorkList = ({ works, position, empty, isWalk = false, isAsking, children }: WorkListProps) => {
  const nowMs = Date.now()
  if (works.length === 0) return <p class="quiet">{empty}</p>
  const List = isWalk ? 'ol' : 'ul'
  const sort = isWalk ? walkOrder : inOrder
  return (
    <List class={isWalk ? 'cards walk' : 'cards'}>
      {sort(works, { here: position, nowMs }).map(work => {
        const exceptions = exceptionsOf(work, isAsking?.(work) ?? false, nowMs)
        return (
          <li key={work.id} class="card">
            <h3>{titleOf(work)}</h3>
            <p>{describeStop(work, position)}</p>
            {exceptions.length > 0 && (
              <p class="facts">
                {exceptions.map(words => (
                  <span key={words} class="tag late">
                    {words}
                  </span>
                ))}
              </p>
            )}
            {work.appointment && <p>{describeAppointment(work.appointment)}</p>}
            <p class="quiet">
              {[work.business?.businessName ?? personOf(work), work.place && areaOf(work)]
                .filter(Boolean)
                .join(', ')}
            </p>
            <div class="acts">
              {children(work)}
              {work.place && (
                <a class="button plain" href={mapLinks(work).app}>
                  Map<span class="unseen"> of {titleOf(work)}</span>
                </a>
              )}
            </div>
          </li>
        )
      })}
    </List>
  )
}

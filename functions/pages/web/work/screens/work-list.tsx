import type { ComponentChildren } from 'preact'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatDue } from '../../ui/format.ts'
import type { DevicePosition } from '../capture/position.ts'
import { titleOf } from '../../ui/work-title.ts'
import { areaOf, describeWayTo, mapLinks, personOf } from '../visit/about.ts'
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

/** Visits or calls: what is late first, then what is near, from here or from the stop before. */
export const WorkList = ({ works, position, empty, isWalk = false, isAsking, children }: WorkListProps) => {
  const nowMs = Date.now()
  if (works.length === 0) return <p class="quiet">{empty}</p>
  const List = isWalk ? 'ol' : 'ul'
  const sort = isWalk ? walkOrder : inOrder
  return (
    <List class={isWalk ? 'cards walk' : 'cards'}>
      {sort(works, { here: position, nowMs }).map(work => {
        const way = describeWayTo(work, position)
        return (
          <li key={work.id} class="card">
            <h3>{titleOf(work)}</h3>
            {work.place && <p class="quiet">{areaOf(work)}</p>}
            <p class="facts">
              <span class={isLate(work, nowMs) ? 'tag late' : 'tag'}>{formatDue(work.dueAt, nowMs)}</span>
              {way && <span class="tag">{way}</span>}
              {work.returned && <span class="tag late">Came back</span>}
              {work.appointment && <span class="tag">{describeAppointment(work.appointment)}</span>}
              {isAsking?.(work) && <span class="tag late">Asks for another time</span>}
            </p>
            <p>{work.business?.businessName ?? personOf(work)}</p>
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

import type { ComponentChildren, VNode } from 'preact'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { formatDistance, formatDue } from '../../ui/format.ts'
import { areaOf, mapUrl, personOf, titleOf } from '../visit/about.ts'

interface Props {
  readonly work: WorkItem
  readonly nowMs: number
  /** In metres, where it is known. */
  readonly metres: number | undefined
  readonly children: ComponentChildren
}

const Due = ({ work: { dueAt }, nowMs }: Pick<Props, 'work' | 'nowMs'>): VNode => (
  <span class={Date.parse(dueAt) <= nowMs ? 'tag late' : 'tag'}>{formatDue(dueAt, nowMs)}</span>
)

/** A piece of work in a list. */
export const WorkLine = ({ work, nowMs, metres, children }: Props): VNode => (
  <li class="card">
    <h3>{titleOf(work)}</h3>
    {work.place && <p class="quiet">{areaOf(work)}</p>}
    <p class="facts">
      <Due work={work} nowMs={nowMs} />
      {metres !== undefined && <span class="tag">about {formatDistance(metres)}</span>}
      {work.returned && <span class="tag late">Came back</span>}
    </p>
    <p>{work.business?.businessName ?? personOf(work)}</p>
    <div class="acts">
      {children}
      {work.place && (
        <a class="button plain" href={mapUrl(work)}>
          Map<span class="unseen"> of {titleOf(work)}</span>
        </a>
      )}
    </div>
  </li>
)

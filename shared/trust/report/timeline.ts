import type { LinkPurpose } from '../../link/purpose.ts'
import { type Html, html } from '../../http/html.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import type { TrailEventType } from '../../trail/entry.ts'
import { reportTexts as words } from './english.ts'
import { formatUtcTime } from './format.ts'
import { renderSection } from './parts.ts'

/** Something that happened, told by what people do and never by who they are. */
export interface TimelineStep {
  /** ISO 8601. */
  readonly at: string
  readonly words: string
}

const told = words.timeline

/** What an entry is in the customer's words; undefined for our own housekeeping. */
const wordsOf = ({ what, by, facts = {} }: TrailEntry): string | undefined => {
  const word = what as TrailEventType
  if (word === 'reported' && by === 'employer') return told.employerReported
  if (word === 'disputed') return told.disputed[by === 'applicant' ? 'applicant' : 'customer']
  return told.links[facts.purpose as LinkPurpose]?.[word] ?? told.steps[word]
}

/** Photos come one by one: those between two other steps are told as one. */
const withPhotos = (trail: readonly TrailEntry[]): readonly TimelineStep[] => {
  const steps: TimelineStep[] = []
  let photos = 0
  let firstAt = ''
  const tellPhotos = () => {
    if (photos > 0) steps.push({ at: firstAt, words: told.recorded(photos) })
    photos = 0
  }
  for (const entry of trail) {
    const said = wordsOf(entry)
    if (entry.what === 'captured') {
      if (photos === 0) firstAt = entry.at
      photos++
    } else if (said !== undefined) {
      tellPhotos()
      steps.push({ at: entry.at, words: said })
    }
  }
  tellPhotos()
  return steps
}

/** The way of a verification that people worked on, from its order. @param trail oldest first */
export const toTimelineSteps = (
  requestedAt: string,
  trail: readonly TrailEntry[],
): readonly TimelineStep[] => [{ at: requestedAt, words: told.ordered }, ...withPhotos(trail)]

/** What happened, in the order of time. */
export const renderTimeline = (steps: readonly TimelineStep[]): Html =>
  renderSection(
    'timeline',
    told.title,
    html`<ol class="timeline">
${steps.map(({ at, words: said }) => html`<li><time datetime="${at}">${formatUtcTime(at)}</time> <span>${said}</span></li>\n`)}</ol>
`,
  )

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { hashUrl, Page } from '../../ui/page.tsx'
import { formatCount } from '../../ui/format.ts'
import { useClockOffsetMs } from '../capture/clock.ts'
import { describePlace } from '../capture/fix.ts'
import { useDevicePosition } from '../capture/position.ts'
import type { Photo, Visit } from '../storage/records.ts'
import { contactLinks, mapLinks } from './about.ts'
import type { Answers } from './answers.ts'

export interface ScreenProps {
  readonly by: string
  readonly id: string
  readonly route: readonly string[]
}

/** A visit that is not with the office yet. */
export type HeldVisit = Visit & { readonly work: NonNullable<Visit['work']> }

export interface StepProps {
  readonly visit: HeldVisit
  readonly photos: readonly Photo[]
  /** Last word of the route. */
  readonly detail: string | undefined
}

interface StepsProps {
  readonly id: string
  readonly kind: 'visit' | 'call'
  /** Names with their words, in the order of the work. */
  readonly steps: readonly (readonly [string, { readonly words: string }])[]
  readonly current: string
}

export const Steps = ({ kind, id, steps, current }: StepsProps) => (
  <nav aria-label={`Steps of this ${kind}`} class="steps">
    {steps.map(([name, { words }]) => (
      <a key={name} href={hashUrl(kind, id, name)} aria-current={name === current ? 'step' : undefined}>
        {words}
      </a>
    ))}
  </nav>
)

interface LinkProps {
  /** Words of the route. */
  readonly to: readonly string[]
  readonly words: string
}

export const LinkButton = ({ to, words }: LinkProps) => (
  <a class="button" href={hashUrl(...to)}>
    {words}
  </a>
)

export const Next = (props: LinkProps) => (
  <p class="next">
    <LinkButton {...props} />
  </p>
)

export const Back = ({ to, words }: LinkProps) => (
  <p>
    <a href={hashUrl(...to)}>{words}</a>
  </p>
)

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly look?: string
  readonly children: ComponentChildren
}

export const Section = ({ id, title, look, children }: SectionProps) => (
  <section class={look} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** Why the office gave a report back. */
export const Returned = ({ work, children }: { work: WorkItem; children?: ComponentChildren }) =>
  work.returned ? (
    <aside class="notice" aria-label="Why it came back">
      <p>
        <strong>The office gave it back:</strong> {work.returned.comment}
      </p>
      {children}
    </aside>
  ) : null

export const ClosedPage = ({ title, children }: { title: string; children?: string }) => (
  <Page title={title} isNarrow>
    {children && <p>{children}</p>}
    <p>
      <LinkButton to={[]} words="Back to today" />
    </p>
  </Page>
)

/** Undefined where everything is stored. */
export const describeUnsaved = (unsaved: Answers): string | undefined => {
  const count = Object.keys(unsaved).length
  if (count === 0) return undefined
  return `${formatCount(count, 'answer')} ${count === 1 ? 'is' : 'are'} not saved. Keep this page open.`
}

/** It grows old without anything happening. */
const lookMs = 10_000

/** How well the phone knows where it is: what goes with every photo and with the report. */
export const PositionStatus = () => {
  const { fix, isDenied } = useDevicePosition()
  const clockOffsetMs = useClockOffsetMs()
  const [, setLooks] = useState(0)
  useEffect(() => {
    const looking = setInterval(() => setLooks(looks => looks + 1), lookMs)
    return () => clearInterval(looking)
  }, [])
  if (isDenied)
    return (
      <p class="notice">
        This phone may not say where it is. Allow “Location” for this page, or the office will ask why.
      </p>
    )
  const { words, isPoor } = describePlace(fix, { nowMs: Date.now(), clockOffsetMs })
  return <p class={isPoor ? 'notice' : 'quiet'}>{words}</p>
}

interface ContactProps {
  readonly phone: string
  /** A company's number may be a landline: it is called alone. */
  readonly isCompany?: boolean
}

/** Calls, or writes, in one tap: the phone asks once more before it calls. */
export const ContactButtons = ({ phone, isCompany = false }: ContactProps) => {
  const { call, text, whatsApp } = contactLinks(phone)
  return (
    <p class="acts three">
      <a class="button plain" href={call}>
        Call <span class="unseen">{phone}</span>
      </a>
      {!isCompany && (
        <a class="button plain" href={text}>
          Text <span class="unseen">{phone}</span>
        </a>
      )}
      {!isCompany && whatsApp && (
        <a class="button plain" href={whatsApp} target="_blank" rel="noreferrer">
          WhatsApp <span class="unseen">{phone}</span>
        </a>
      )}
    </p>
  )
}

/** The phone's own map, and one in the browser for phones that have none. */
export const MapButtons = ({ work }: { work: WorkItem }) => {
  const { app, browser } = mapLinks(work)
  return (
    <p class="acts">
      <a class="button plain" href={app}>
        Open in the map
      </a>
      <a class="button plain" href={browser} target="_blank" rel="noreferrer">
        Map in the browser
      </a>
    </p>
  )
}

export const Confirmed = ({ words, onChange }: { words: string; onChange: (is: boolean) => void }) => (
  <label class="choice sign">
    <input type="checkbox" onChange={event => onChange(event.currentTarget.checked)} />
    {words}
  </label>
)

interface ThumbnailProps {
  readonly photo: Photo
  /** Shows the photo itself, described so. */
  readonly large?: string
}

export const Thumbnail = ({ photo: { bytes, thumbnail, sha256 }, large }: ThumbnailProps) => {
  const [url, setUrl] = useState<string>()
  // Every reading makes another Blob of the same bytes.
  useEffect(() => {
    const made = URL.createObjectURL((large && bytes) || thumbnail)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [sha256])
  const look = large ? 'taken' : 'thumbnail'
  return url ? <img class={look} src={url} alt={large ?? ''} /> : <span class={look} />
}

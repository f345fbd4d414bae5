import { useEffect, useState } from 'preact/hooks'
import { formatDistance } from '../../ui/format.ts'
import { hashUrl, Page } from '../../ui/page.tsx'
import { useDevicePosition } from '../capture/position.ts'
import type { Photo, Visit } from '../storage/records.ts'

/** A visit that is not with the office yet. */
export type HeldVisit = Visit & { readonly work: NonNullable<Visit['work']> }

export interface StepProps {
  readonly visit: HeldVisit
  readonly photos: readonly Photo[]
  /** Last word of the route. */
  readonly detail: string | undefined
}

interface StepsProps {
  readonly noun: 'visit' | 'call'
  readonly id: string
  /** Names with their words, in the order of the work. */
  readonly steps: readonly (readonly [string, { readonly words: string }])[]
  readonly current: string
}

export const Steps = ({ noun, id, steps, current }: StepsProps) => (
  <nav aria-label={`Steps of this ${noun}`} class="steps">
    {steps.map(([name, { words }]) => (
      <a key={name} href={hashUrl(noun, id, name)} aria-current={name === current ? 'step' : undefined}>
        {words}
      </a>
    ))}
  </nav>
)

export const Next = ({ id, step, words }: { id: string; step: string; words: string }) => (
  <p class="next">
    <a class="button" href={hashUrl('visit', id, step)}>
      {words}
    </a>
  </p>
)

export const ClosedPage = ({ title, children }: { title: string; children?: string }) => (
  <Page title={title} isNarrow>
    {children && <p>{children}</p>}
    <p>
      <a class="button" href={hashUrl()}>
        Back to today
      </a>
    </p>
  </Page>
)

/** How well the phone knows where it is: what goes with every photo. */
export const PositionStatus = () => {
  const { fix, refusal } = useDevicePosition()
  if (refusal === 'denied')
    return (
      <p class="notice">
        This phone may not say where it is. Allow “Location” for this page, or the office will ask why.
      </p>
    )
  if (!fix) return <p class="quiet">Looking for the place … Stand outside for a moment.</p>
  return <p class="quiet">Place known to about {formatDistance(fix.accuracyMetres)}.</p>
}

/** The phone number behind a fold, so that nobody calls by accident. */
export const PhoneNumber = ({ phone }: { phone: string }) => (
  <details>
    <summary>Show the phone number</summary>
    <p>
      <a class="button plain" href={`tel:${phone}`}>
        Call {phone}
      </a>
    </p>
  </details>
)

export const Confirmed = ({ words, onChange }: { words: string; onChange: (is: boolean) => void }) => (
  <label class="choice sign">
    <input type="checkbox" onChange={event => onChange(event.currentTarget.checked)} />
    {words}
  </label>
)

interface ThumbnailProps {
  readonly picture: Blob
  /** Digest of its bytes: the same picture, read again, is not drawn again. */
  readonly sha256: string
  readonly alt?: string
  readonly isLarge?: boolean
}

export const Thumbnail = ({ picture, sha256, alt = '', isLarge = false }: ThumbnailProps) => {
  const [url, setUrl] = useState<string>()
  // Every reading makes another Blob of the same bytes.
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [sha256])
  const look = isLarge ? 'taken' : 'thumbnail'
  return url ? <img class={look} src={url} alt={alt} /> : <span class={look} />
}

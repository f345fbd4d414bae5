import type { VNode } from 'preact'
import { useState } from 'preact/hooks'

interface PictureProps {
  readonly link: string
  readonly name: string
  /** A link that works now, where the one that is there has expired. */
  readonly renew: () => Promise<string | null>
  readonly width: number | null
  readonly height: number | null
}

/** A photo by a link that works for some minutes. What is shown stays shown; only what does not load asks for another link. */
export const Picture = ({ link, name, renew, width, height }: PictureProps): VNode => {
  const [source, setSource] = useState(link)
  const [failures, setFailures] = useState(0)
  const fetchAgain = () => {
    setFailures(failures + 1)
    renew().then(
      fresh => fresh && setSource(fresh),
      () => setFailures(2),
    )
  }
  if (failures > 1)
    return (
      <span class="unloaded">
        {name} did not load.{' '}
        <button type="button" class="plain" onClick={fetchAgain}>
          Load it again
        </button>
      </span>
    )
  return (
    <img
      src={source}
      alt={name}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
      onError={fetchAgain}
      onLoad={() => setFailures(0)}
    />
  )
}

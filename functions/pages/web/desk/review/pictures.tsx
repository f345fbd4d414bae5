import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { KeyButton } from './keys.tsx'

interface ViewerPicture {
  readonly name: string
  readonly link: string
  readonly facts: ComponentChildren
  /** Reads a new link, as the earlier one has expired. */
  readonly renew: () => Promise<string | null>
}

interface PictureProps extends Pick<ViewerPicture, 'name' | 'link' | 'renew'> {
  readonly width?: number | null
  readonly height?: number | null
}

/** A picture whose link works for some minutes. Only one that does not load gets a new link. */
export const Picture = ({ link, name, renew, width, height }: PictureProps) => {
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

export const PictureButton = ({ onOpen, ...picture }: PictureProps & { onOpen: () => void }) => (
  <button type="button" class="picture" aria-label={`Enlarge ${picture.name}`} onClick={onOpen}>
    <Picture {...picture} />
  </button>
)

interface ViewerProps {
  readonly pictures: readonly ViewerPicture[]
  readonly first: number
  readonly onClose: () => void
}

/** One picture over the whole window, and the others by the arrow keys. */
export const PictureViewer = ({ pictures, first, onClose }: ViewerProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(Math.max(0, first))
  const [isWhole, setIsWhole] = useState(true)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const { name, link, facts, renew } = pictures[at]!
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-label={`${name}, ${at + 1} of ${pictures.length}`}
      onClose={onClose}
    >
      <div class="actions">
        <KeyButton shortcut="arrowleft" isDisabled={at === 0} onPress={() => setAt(at - 1)}>
          Before
        </KeyButton>
        <KeyButton
          shortcut="arrowright"
          isDisabled={at === pictures.length - 1}
          onPress={() => setAt(at + 1)}
        >
          Next
        </KeyButton>
        <KeyButton shortcut="z" onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Full size' : 'Fit'}
        </KeyButton>
        <KeyButton shortcut="x" onPress={() => dialog.current?.close()}>
          Close
        </KeyButton>
      </div>
      {/* What can be scrolled must be reached by the keyboard. */}
      <section
        class={isWhole ? 'canvas whole' : 'canvas'}
        tabIndex={isWhole ? undefined : 0}
        aria-label="Picture"
      >
        <Picture key={name} link={link} name={name} renew={renew} />
      </section>
      <p class="facts" role="status">
        {facts}{' '}
        <span class="quiet">
          {at + 1} of {pictures.length}
        </span>
      </p>
    </dialog>
  )
}

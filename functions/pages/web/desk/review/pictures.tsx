import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Loading } from '../../ui/page.tsx'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { Key, KeyButton } from './keys.tsx'

/** Another picture to compare with, which is read on demand. */
interface OtherPicture {
  readonly name: string
  /** Null where there is no picture any more. */
  readonly read: () => Promise<string | null>
}

export interface ViewerPicture {
  readonly name: string
  readonly link: string
  readonly facts: ComponentChildren
  /** Reads a new link, as the earlier one has expired. */
  readonly renew: () => Promise<string | null>
  /** What it is said to be a copy of. */
  readonly other?: OtherPicture | undefined
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

interface PictureButtonProps extends PictureProps {
  readonly shortcut?: string | undefined
  readonly onOpen: () => void
}

export const PictureButton = ({ shortcut, onOpen, ...picture }: PictureButtonProps) => (
  <button type="button" class="picture" aria-keyshortcuts={shortcut} onClick={onOpen}>
    <span class="unseen">Enlarge </span>
    <Picture {...picture} />
    {shortcut && <Key>{shortcut}</Key>}
  </button>
)

/** How often larger than what fits: classes of the style sheet. */
const zooms = ['1', '1-5', '2', '3', '4'] as const

interface PictureLook {
  /** Of `zooms`; undefined for the full size. */
  readonly zoom: number | undefined
  /** Quarters of a turn, clockwise. */
  readonly turns: number
}

const fitting: PictureLook = { zoom: 0, turns: 0 }

const stepZoom = ({ zoom, turns }: PictureLook, step: 1 | -1): PictureLook => ({
  zoom: Math.min(zooms.length - 1, Math.max(0, (zoom ?? 0) + step)),
  turns,
})

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

interface CanvasProps {
  readonly picture: Pick<ViewerPicture, 'name' | 'link' | 'renew'>
  readonly look: PictureLook
}

const Canvas = ({ picture, look: { zoom, turns } }: CanvasProps) => {
  const isWhole = zoom === 0
  return (
    // What can be scrolled must be reached by the keyboard, and moved by its arrows.
    <section
      class={isWhole ? 'canvas whole' : 'canvas'}
      tabIndex={isWhole ? undefined : 0}
      aria-label={picture.name}
      onKeyDown={event => !isWhole && arrows.includes(event.key) && event.stopPropagation()}
    >
      <div class={`turn-${turns} ${zoom === undefined ? '' : `sheet zoom-${zooms[zoom]}`}`}>
        <Picture {...picture} key={picture.name} />
      </div>
    </section>
  )
}

const OtherCanvas = ({ other: { name, read }, look }: { other: OtherPicture; look: PictureLook }) => {
  const { value: link, error, again } = useQuery(read, name)
  if (link) return <Canvas picture={{ name, link, renew: read }} look={look} />
  return (
    <div class="canvas">
      <ErrorNotice error={error} onRetry={again} />
      {link === null && <p class="unloaded">{name} is not kept any more.</p>}
      {link === undefined && error === undefined && <Loading />}
    </div>
  )
}

/** What stands beside a picture. */
type BesidePicture = 'next' | 'street' | 'other'

interface ViewerProps {
  readonly pictures: readonly ViewerPicture[]
  readonly first: number
  /** Index of the one that shows the street, if there is one. */
  readonly street?: number
  readonly isCompared?: boolean
  readonly onClose: () => void
}

/** One picture over the whole window or two side by side, and the others by the arrow keys. */
export const PictureViewer = ({ pictures, first, street = -1, isCompared = false, onClose }: ViewerProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(Math.max(0, first))
  const [look, setLook] = useState(fitting)
  const [beside, setBeside] = useState<BesidePicture | undefined>(isCompared ? 'other' : undefined)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const shown = pictures[at]!
  const { name, facts, other } = shown
  const isLast = at === pictures.length - 1
  const partners = { next: pictures[at + 1], street: street === at ? undefined : pictures[street] }
  const partner = beside && beside !== 'other' ? partners[beside] : undefined
  const open = (index: number) => {
    setAt(index)
    setLook(fitting)
  }
  const compareButton = (shortcut: string, which: BesidePicture, words: string, isPossible: boolean) => (
    <KeyButton
      shortcut={shortcut}
      isDisabled={!isPossible}
      isPressed={beside === which}
      onPress={() => setBeside(beside === which ? undefined : which)}
    >
      {words}
    </KeyButton>
  )
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-label={`${name}, ${at + 1} of ${pictures.length}`}
      onClose={onClose}
    >
      <div class="actions">
        <KeyButton shortcut="arrowleft" isDisabled={at === 0} onPress={() => open(at - 1)}>
          Before
        </KeyButton>
        <KeyButton shortcut="arrowright" isDisabled={isLast} onPress={() => open(at + 1)}>
          Next
        </KeyButton>
        <KeyButton
          shortcut="plus"
          isDisabled={look.zoom === zooms.length - 1}
          onPress={() => setLook(stepZoom(look, 1))}
        >
          Larger
        </KeyButton>
        <KeyButton shortcut="-" isDisabled={look.zoom === 0} onPress={() => setLook(stepZoom(look, -1))}>
          Smaller
        </KeyButton>
        <KeyButton
          shortcut="z"
          onPress={() => setLook({ ...look, zoom: look.zoom === undefined ? 0 : undefined })}
        >
          {look.zoom === undefined ? 'Fit' : 'Full size'}
        </KeyButton>
        <KeyButton shortcut="r" onPress={() => setLook({ ...look, turns: (look.turns + 1) % 4 })}>
          Turn
        </KeyButton>
        {pictures.length > 1 && compareButton('c', 'next', 'Beside the next', !isLast)}
        {street >= 0 && compareButton('s', 'street', 'Beside the street', street !== at)}
        {other && compareButton('o', 'other', 'Beside the other case', true)}
        <KeyButton shortcut="x" onPress={() => dialog.current?.close()}>
          Close
        </KeyButton>
      </div>
      <div class={partner || (beside === 'other' && other) ? 'canvases two' : 'canvases'}>
        <Canvas picture={shown} look={look} />
        {partner && <Canvas picture={partner} look={{ ...look, turns: 0 }} />}
        {beside === 'other' && other && <OtherCanvas other={other} look={{ ...look, turns: 0 }} />}
      </div>
      <div class="facts" role="status">
        {facts}
        {partner && <strong>beside {partner.name}</strong>}
        <span class="quiet">
          {at + 1} of {pictures.length}
        </span>
      </div>
    </dialog>
  )
}

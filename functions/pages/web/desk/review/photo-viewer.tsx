import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { KeyButton } from './key-button.tsx'
import { Picture } from './picture.tsx'

export interface ViewerPhoto {
  readonly name: string
  readonly link: string
  readonly facts: VNode
  readonly renew: () => Promise<string | null>
}

interface EnlargedProps {
  readonly pictures: readonly ViewerPhoto[]
  readonly first: number
  readonly onClose: () => void
}

/** One picture over the whole window, and the others by the arrow keys. */
export const PhotoViewer = ({ pictures, first, onClose }: EnlargedProps): VNode => {
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
        <KeyButton shortcut="arrowleft" isPlain isDisabled={at === 0} onPress={() => setAt(at - 1)}>
          Before
        </KeyButton>
        <KeyButton
          shortcut="arrowright"
          isPlain
          isDisabled={at === pictures.length - 1}
          onPress={() => setAt(at + 1)}
        >
          Next
        </KeyButton>
        <KeyButton shortcut="z" isPlain onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Full size' : 'Fit'}
        </KeyButton>
        <KeyButton shortcut="x" isPlain onPress={() => dialog.current?.close()}>
          Close
        </KeyButton>
      </div>
      {/* What can be scrolled must be reached by the keyboard. */}
      <section
        class={isWhole ? 'canvas whole' : 'canvas'}
        tabIndex={isWhole ? undefined : 0}
        aria-label="Picture"
      >
        <Picture key={name} link={link} name={name} renew={renew} width={null} height={null} />
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

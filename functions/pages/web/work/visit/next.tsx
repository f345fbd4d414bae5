import type { VNode } from 'preact'
import { hashUrl } from '../../ui/hash-route.ts'

/** The way to the next screen. */
export const Next = ({
  id,
  step,
  words,
}: {
  readonly id: string
  readonly step: string
  readonly words: string
}): VNode => (
  <p class="next">
    <a class="button" href={hashUrl('visit', id, step)}>
      {words}
    </a>
  </p>
)

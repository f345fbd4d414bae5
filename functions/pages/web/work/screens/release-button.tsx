import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { returnWork } from '../queue/claim.ts'
import { useSyncStatus } from '../queue/sync.ts'
import { DeleteButton } from './delete-button.tsx'

interface Props {
  readonly held: { readonly by: string; readonly id: string }
  /** What it is. */
  readonly one: 'visit' | 'call'
  /** Whether nothing was made of it here. */
  readonly isEmpty: boolean
}

/** Gives work back to others. */
export const ReleaseButton = ({ held, one, isEmpty }: Props): VNode => {
  const [problem, setProblem] = useState('')
  const isOffline = useSyncStatus() === 'unreachable'
  const give = () =>
    void returnWork(held).then(
      () => {
        location.hash = '#/'
      },
      error => setProblem(errorMessage(error)),
    )
  if (isOffline) return <p class="quiet">To give this {one} back you need a connection.</p>
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <DeleteButton
        words={`Give this ${one} back`}
        again={
          isEmpty
            ? 'Somebody else will get it.'
            : 'Somebody else will get it, and what you made of it here is deleted.'
        }
        sure="Yes, give it back"
        onSure={give}
      />
    </>
  )
}

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { wordsOf } from '../../frame/api.ts'
import { giveBack } from '../queue/hold.ts'
import { useContact } from '../queue/sync.ts'
import { ThrowAway } from './throw-away.tsx'

interface Props {
  readonly held: { readonly by: string; readonly id: string }
  /** What it is. */
  readonly one: 'visit' | 'call'
  /** Whether nothing was made of it here. */
  readonly isEmpty: boolean
}

/** Gives work back to others. */
export const GiveBack = ({ held, one, isEmpty }: Props): VNode => {
  const [problem, setProblem] = useState('')
  const isOffline = useContact() === 'unreachable'
  const give = () =>
    void giveBack(held).then(
      () => {
        location.hash = '#/'
      },
      error => setProblem(wordsOf(error)),
    )
  if (isOffline) return <p class="quiet">To give this {one} back you need a connection.</p>
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <ThrowAway
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

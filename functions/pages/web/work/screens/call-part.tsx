import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CallScreen } from '../call/call.tsx'
import { Heading } from './heading.tsx'

type Props = Parameters<typeof CallScreen>[0]
type Part = typeof CallScreen

/** The part of the page that calls are made by: it comes once somebody opens a call. */
export const CallPart = (props: Props): VNode => {
  const [Screen, setScreen] = useState<Part | 'coming' | 'missing'>('coming')
  useEffect(() => {
    import('../call/call.tsx').then(
      ({ CallScreen }) => setScreen(() => CallScreen),
      () => setScreen('missing'),
    )
  }, [])
  if (Screen === 'coming') return <main class="narrow quiet">One moment …</main>
  if (Screen !== 'missing') return <Screen {...props} />
  return (
    <main class="narrow">
      <Heading>This part of the page is not here yet</Heading>
      <p>It comes with a connection, or the page is newer by now. What you typed is safe on this phone.</p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </main>
  )
}

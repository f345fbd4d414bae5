import { useEffect, useState } from 'preact/hooks'
import { hashUrl, Page, useHashRoute } from '../ui/page.tsx'
import { SignInLink } from '../ui/query.tsx'
import type { CallScreen } from './call/call.tsx'
import { startSync, useSyncStatus } from './queue/sync.ts'
import { describeSync, useUnsent } from './queue/unsent.ts'
import { Queue } from './screens/queue.tsx'
import { SignOutScreen } from './screens/sign-out.tsx'
import { Today } from './screens/today.tsx'
import type { ScreenProps } from './visit/parts.tsx'
import { VisitScreen } from './visit/visit.tsx'

/** Loads the part of the page for calls once somebody opens a call. */
const LazyCallScreen = (props: ScreenProps) => {
  const [Screen, setScreen] = useState<typeof CallScreen | 'missing'>()
  useEffect(() => {
    import('./call/call.tsx').then(
      ({ CallScreen }) => setScreen(() => CallScreen),
      () => setScreen('missing'),
    )
  }, [])
  if (!Screen) return <main class="narrow quiet">One moment …</main>
  if (Screen !== 'missing') return <Screen {...props} />
  return (
    <Page title="This part of the page is not here yet" isNarrow>
      <p>It comes with a connection, or the page is newer by now. What you typed is safe on this phone.</p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </Page>
  )
}

const Bar = ({ by }: { by: string }) => {
  const status = useSyncStatus()
  const unsent = useUnsent(by)
  const words = unsent && describeSync(status, unsent)
  const isBad = ['unreachable', 'signed-out'].includes(status)
  return (
    <header class="bar">
      <a class="home" href={hashUrl()}>
        Visits
      </a>
      <a class={isBad ? 'sent bad' : 'sent'} href={hashUrl('queue')}>
        {words}
      </a>
      <span class="unseen" role="status">
        {words}
      </span>
    </header>
  )
}

/** Signed-out agents go on working: their work is saved, and sent once they are back. */
const SignInAgain = () =>
  useSyncStatus() === 'signed-out' ? (
    <aside class="notice" aria-label="Signed out">
      <p>You were signed out. Your work is safe on this phone. Sign in to send it.</p>
      <SignInLink />
    </aside>
  ) : null

const Screen = ({ by }: { by: string }) => {
  const [name, id, ...route] = useHashRoute()
  if (name === 'visit' && id) return <VisitScreen key={id} {...{ by, id, route }} />
  if (name === 'call' && id) return <LazyCallScreen key={id} {...{ by, id, route }} />
  if (name === 'queue') return <Queue by={by} />
  return name === 'leave' ? <SignOutScreen by={by} /> : <Today by={by} />
}

/** The agent's page. */
export const Work = ({ by }: { by: string }) => {
  useEffect(() => startSync(by), [by])
  return (
    <>
      <Bar by={by} />
      <SignInAgain />
      <Screen by={by} />
    </>
  )
}

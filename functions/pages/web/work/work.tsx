import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { hashUrl, useHashRoute } from '../ui/hash-route.ts'
import { SignInLink } from '../ui/session.tsx'
import { startSync, useSyncStatus } from './queue/sync.ts'
import { useUnsent } from './queue/unsent.ts'
import { wordsOfContact } from './queue/words.ts'
import { CallPart } from './screens/call-part.tsx'
import { SignOutScreen } from './screens/sign-out.tsx'
import { Queue } from './screens/queue.tsx'
import { Today } from './screens/today.tsx'
import { VisitScreen } from './visit/visit.tsx'

interface Props {
  readonly by: string
}

const Bar = ({ by }: Props): VNode => {
  const contact = useSyncStatus()
  const unsent = useUnsent(by)
  const words = unsent && wordsOfContact(contact, unsent)
  const isBad = ['unreachable', 'signed-out'].includes(contact)
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

/** Whoever was signed out goes on working: what they make is kept, and sent once they are back. */
const SignInAgain = (): VNode | null =>
  useSyncStatus() === 'signed-out' ? (
    <aside class="notice" aria-label="Signed out">
      <p>You were signed out. Your work is safe on this phone. Sign in to send it.</p>
      <SignInLink returnTo="/v1/work" />
    </aside>
  ) : null

const Screen = ({ by }: Props): VNode => {
  const [room, ...rest] = useHashRoute()
  if (room === 'visit' && rest[0])
    return <VisitScreen key={rest[0]} by={by} id={rest[0]} place={rest.slice(1)} />
  if (room === 'call' && rest[0]) return <CallPart key={rest[0]} by={by} id={rest[0]} place={rest.slice(1)} />
  if (room === 'queue') return <Queue by={by} />
  return room === 'leave' ? <SignOutScreen by={by} /> : <Today by={by} />
}

/** The agent's page. */
export const Work = ({ by }: Props): VNode => {
  useEffect(() => startSync(by), [by])
  return (
    <>
      <Bar by={by} />
      <SignInAgain />
      <Screen by={by} />
    </>
  )
}

import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { hashUrl, Loading, Page, useHashRoute } from '../ui/page.tsx'
import { RoleGate, SignInLink, useSession } from '../ui/query.tsx'
import type { CallScreen } from './call/call.tsx'
import { compareClocks } from './capture/clock.ts'
import { prefetchWork } from './queue/refresh.ts'
import { startSync, useSyncStatus } from './queue/sync.ts'
import { describeSync, useUnsent } from './queue/unsent.ts'
import { ClockNotice, StorageNotice } from './screens/phone-notices.tsx'
import { PositionNotice, PositionsScreen } from './screens/positions.tsx'
import { QualityScreen } from './screens/quality.tsx'
import { Queue } from './screens/queue.tsx'
import { SignOutScreen } from './screens/sign-out.tsx'
import { Today } from './screens/today.tsx'
import { findPerson, hasReadNotice, savePerson } from './storage/person.ts'
import { useStorageFault, useStored } from './storage/use-stored.ts'
import type { ScreenProps } from './visit/parts.tsx'
import { VisitScreen } from './visit/visit.tsx'

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}
/** TypeScript's library lacks it (https://www.w3.org/TR/trusted-types/). */
declare const trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined

/** The one address that this page loads a script from by itself; the policy knows no other. */
const worker = '/v1/work/service-worker.js'
const policy: ScriptPolicy = { createScriptURL: () => worker }
const trusted =
  typeof trustedTypes === 'undefined' ? policy : trustedTypes.createPolicy('service-worker', policy)

compareClocks()
// Both where the browser does so; without them the page still works while there is a network.
navigator.serviceWorker
  ?.register(trusted.createScriptURL(worker), { scope: '/v1/work' })
  .catch(() => undefined)
void navigator.storage?.persist?.()

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
  const fault = useStorageFault()
  const contact = useSyncStatus()
  const status = fault ? 'unsaved' : contact
  const unsent = useUnsent(by)
  const words = unsent && describeSync(status, unsent)
  const isBad = ['unreachable', 'unsaved', 'signed-out'].includes(status)
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
  const isNoticeRead = useStored(() => hasReadNotice(by), [by])
  if (name === 'leave') return <SignOutScreen by={by} />
  if (isNoticeRead === undefined) return <main class="narrow quiet">One moment …</main>
  if (!isNoticeRead) return <PositionNotice by={by} />
  if (name === 'visit' && id) return <VisitScreen key={id} by={by} id={id} route={route} />
  if (name === 'call' && id) return <LazyCallScreen key={id} by={by} id={id} route={route} />
  if (name === 'queue') return <Queue by={by} />
  if (name === 'quality') return <QualityScreen />
  return name === 'places' ? <PositionsScreen /> : <Today by={by} />
}

const Work = ({ by }: { by: string }) => {
  useEffect(() => startSync(by), [by])
  return (
    <>
      <Bar by={by} />
      <SignInAgain />
      <StorageNotice by={by} />
      <ClockNotice />
      <Screen by={by} />
    </>
  )
}

let prefetched: ReturnType<typeof prefetchWork> | undefined = prefetchWork()

const readSession = () => {
  const session = prefetched ?? callApi('GET /v1/session', {})
  prefetched = undefined
  return session
}

/** Lets in who is signed in, or who was while there was a network: their work stays on the phone meanwhile. */
const SignInGate = () => {
  const query = useSession(readSession)
  const person = useStored(async () => (await findPerson()) ?? '', [])
  const session = query.error === undefined ? query.value : undefined
  const agent = session?.roles.includes('agent') ? session.id : undefined
  useEffect(() => {
    if (agent) savePerson(agent).catch(() => undefined)
  }, [agent, session])
  const fault = useStorageFault()
  const status = useSyncStatus()
  const before = useRef(person)
  // Reads again who is signed in once that has changed, here or in another tab.
  useEffect(() => {
    if (before.current && person === '') void query.again()
    before.current = person
  }, [person])
  useEffect(() => {
    if (status === 'other-person') void query.again()
  }, [status])
  const isOther = session !== undefined && session.id !== person
  if (person && !isOther) return <Work key={person} by={person} />
  if (fault && !person)
    return (
      <Page title="Visits" isNarrow isFocused={false}>
        <StorageNotice by={agent} />
      </Page>
    )
  if (person === undefined) return <Loading />
  return (
    <RoleGate query={query} title="Visits" roles={['agent']}>
      {() => <Loading />}
    </RoleGate>
  )
}

render(<SignInGate />, document.querySelector('#app')!)

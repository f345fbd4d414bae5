import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { Loading } from '../ui/page.tsx'
import { RoleGate, useSession } from '../ui/session.tsx'
import { compareClocks } from './capture/take.ts'
import { prefetchWork } from './queue/refresh.ts'
import { useSyncStatus } from './queue/sync.ts'
import { useStored } from './storage/database.ts'
import { findPerson, savePerson } from './storage/person.ts'
import { Work } from './work.tsx'

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
    if (agent) void savePerson(agent)
  }, [agent, session])
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
  if (person === undefined) return <Loading />
  return (
    <RoleGate query={query} title="Visits" roles={['agent']}>
      {() => <Loading />}
    </RoleGate>
  )
}

render(<SignInGate />, document.querySelector('#app')!)

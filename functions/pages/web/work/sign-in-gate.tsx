import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../../../shared/http/contract/session.ts'
import { RoleGate, useSession } from '../ui/session.tsx'
import { useStored } from './storage/changes.ts'
import { findPerson, savePerson } from './storage/person.ts'
import { useSyncStatus } from './queue/sync.ts'
import { Work } from './work.tsx'

const nobody = ''

/** Asks again who is signed in once that has changed: here, or in another tab. */
const useAskingAgain = (person: string | undefined, askAgain: () => void): void => {
  const contact = useSyncStatus()
  const before = useRef(person)
  useEffect(() => {
    if (before.current && person === nobody) askAgain()
    before.current = person
  }, [person, askAgain])
  useEffect(() => {
    if (contact === 'other-person') askAgain()
  }, [contact, askAgain])
}

/**
 * Lets somebody in who is signed in, or who was when there last was a network: what they do stays on the telephone until
 * they can be asked again.
 */
export const SignInGate = ({ firstAsked }: { readonly firstAsked: Promise<Session> }): VNode => {
  const { known, askAgain } = useSession(firstAsked)
  const person = useStored(async () => (await findPerson()) ?? nobody, [])
  const session = typeof known === 'object' && 'session' in known ? known.session : undefined
  const agent = session?.roles.includes('agent') ? session.id : undefined
  useEffect(() => {
    if (agent) void savePerson(agent)
  }, [agent, session])
  useAskingAgain(person, askAgain)
  const isOther = session !== undefined && session.id !== person
  if (person && !isOther) return <Work key={person} by={person} />
  return (
    <RoleGate
      known={person === undefined ? 'asking' : known}
      askAgain={askAgain}
      {...{ title, returnTo, roles }}
    >
      {() => <p class="quiet">One moment …</p>}
    </RoleGate>
  )
}

const title = 'Visits'
const returnTo = '/v1/work'
const roles = ['agent'] as const

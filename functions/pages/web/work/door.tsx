import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../../../shared/http/contract/session.ts'
import { Gate, useSession } from '../frame/session.tsx'
import { useKept } from './kept/changes.ts'
import { findPerson, keepPerson } from './kept/person.ts'
import { useContact } from './queue/sync.ts'
import { Work } from './work.tsx'

const nobody = ''

/** Asks again who is signed in once that has changed: here, or in another tab. */
const useAskingAgain = (person: string | undefined, askAgain: () => void): void => {
  const contact = useContact()
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
export const Door = ({ firstAsked }: { readonly firstAsked: Promise<Session> }): VNode => {
  const { known, askAgain } = useSession(firstAsked)
  const person = useKept(async () => (await findPerson()) ?? nobody, [])
  const session = typeof known === 'object' && 'session' in known ? known.session : undefined
  const agent = session?.roles.includes('agent') ? session.id : undefined
  useEffect(() => {
    if (agent) void keepPerson(agent)
  }, [agent, session])
  useAskingAgain(person, askAgain)
  const isOther = session !== undefined && session.id !== person
  if (person && !isOther) return <Work key={person} by={person} />
  return (
    <Gate known={person === undefined ? 'asking' : known} askAgain={askAgain} {...{ title, returnTo, roles }}>
      {() => <p class="quiet">One moment …</p>}
    </Gate>
  )
}

const title = 'Visits'
const returnTo = '/v1/work'
const roles = ['agent'] as const

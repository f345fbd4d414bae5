import { type Caller, operatorOrganisationId } from './caller.ts'
import { digestOf, personIdIn } from './credential.ts'
import { recall } from './find-caller.ts'
import { findSession, type Person, type StoredSession } from './person-store.ts'

/** Whether a session still is what its person has. */
export const isLive = ({ generation, expiresAt }: StoredSession, person: Person, nowMs: number): boolean =>
  generation === person.generation && !person.disabledAt && expiresAt * 1000 > nowMs

/** The person behind a session, as a caller: of the operator, and live. */
export const findPerson = (sessionToken: string, nowMs: number): Promise<Caller | undefined> => {
  const digest = digestOf(sessionToken)
  // Remembered apart from clients: a session is no access token, wherever it is shown.
  return recall(`person ${digest}`, nowMs, async () => {
    const found = await findSession(digest, personIdIn(sessionToken))
    if (!found || !isLive(found.session, found.person, nowMs)) return undefined
    const { id: clientId, roles } = found.person
    const scopes = roles.map(role => `operations.${role}` as const)
    const caller = { clientId, organisationId: operatorOrganisationId, mode: 'live', scopes } as const
    return { caller, expiresAt: found.session.expiresAt }
  })
}

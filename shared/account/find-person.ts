import { type Caller, operatorOrganisationId } from './caller.ts'
import { parsePersonId, sha256Digest } from './credential.ts'
import { findCachedCaller, type Trust } from './find-caller.ts'
import { findSession, type Person, type StoredSession } from './person-store.ts'

export const isSessionValid = (
  { generation, expiresAt }: StoredSession,
  person: Person,
  nowMs: number,
): boolean => generation === person.generation && !person.disabledAt && expiresAt * 1000 > nowMs

export const findPerson = (
  sessionToken: string,
  nowMs: number,
  trust?: Trust,
): Promise<Caller | undefined> => {
  const digest = sha256Digest(sessionToken)
  const find = async () => {
    const found = await findSession(digest, parsePersonId(sessionToken))
    if (!found || !isSessionValid(found.session, found.person, nowMs)) return undefined
    const { id: clientId, roles } = found.person
    const scopes = roles.map(role => `operations.${role}` as const)
    const organisationId = operatorOrganisationId
    const caller = { clientId, organisationId, mode: 'live', scopes } as const
    return { caller, expiresAt: found.session.expiresAt }
  }
  // Cached apart from clients: a session is never accepted as an access token.
  return findCachedCaller(`person ${digest}`, nowMs, find, trust)
}

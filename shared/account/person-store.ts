import { database } from '../table/driver.ts'
import { allPeople, personIndex, personKey, sessionKey, signInKey } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { absent, ConditionFailedError, conditionsMet, type Key, present } from '../table/port.ts'
import type { Role } from './contract.ts'
import { getItemPair } from './store.ts'

/** Somebody who signed in at the issuer. What the issuer says besides, names and addresses of mail, is not kept. */
export interface Person {
  /** The issuer's subject. */
  readonly id: string
  /** As of the last sign-in. */
  readonly roles: readonly Role[]
  /** A number that this person's sessions share: another number ends them all. */
  readonly generation: number
  readonly createdAt: string
  readonly signedInAt: string
  /** While it stands, nobody signs in as this person. */
  readonly disabledAt?: string
}

/** A session as kept, under its token's digest: good only beside the person that it was made for. */
export interface StoredSession {
  readonly generation: number
  /** When it ends whatever is done, in seconds since 1970. */
  readonly endsAt: number
  /** When it ends unless it is used. */
  readonly expiresAt: number
}

export const findPersonById = (id: string): Promise<Person | undefined> =>
  database.get<Person>(personKey(id), { consistent: true })

/** A session and its person. */
export const findSession = async (
  digest: string,
  personId: string,
): Promise<{ readonly session: StoredSession; readonly person: Person } | undefined> => {
  const [session, person] = await getItemPair<StoredSession, Person>(sessionKey(digest), personKey(personId))
  return session && person && { session, person }
}

/** What a sign-in comes to. `used`: it has led to a session before. `changed`: the operator changed the person meanwhile. */
export type SaveSessionResult = 'kept' | 'used' | 'changed'

interface NewSession {
  readonly digest: string
  readonly session: StoredSession
  readonly person: Pick<Person, 'id' | 'roles' | 'signedInAt'>
  readonly signIn: { readonly digest: string; readonly expiresAt: number }
}

/** Keeps a session, its person and that the sign-in was used, all or nothing; no session for a person who is disabled. */
export const saveSession = async ({
  digest,
  session,
  person,
  signIn,
}: NewSession): Promise<SaveSessionResult> => {
  const { id, ...said } = person
  const { generation } = session
  try {
    await database.write(
      { put: { ...signInKey(signIn.digest), expiresAt: signIn.expiresAt }, condition: absent },
      {
        update: personKey(id),
        set: said,
        setOnce: { id, ...personIndex(id), generation, createdAt: said.signedInAt },
        condition: {
          when: 'attribute_not_exists(#disabledAt) AND (attribute_not_exists(#generation) OR #generation = :generation)',
          values: { generation },
        },
      },
      { put: { ...session, ...sessionKey(digest) } },
    )
    return 'kept'
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error
    return error.failed[0] ? 'used' : 'changed'
  }
}

/** Puts off the end of a session that is still there. */
export const renewSession = (digest: string, expiresAt: number): Promise<boolean> =>
  conditionsMet(database.write({ update: sessionKey(digest), set: { expiresAt }, condition: present }))

export const deleteSession = async (digest: string): Promise<void> => {
  await database.write({ delete: sessionKey(digest) })
}

const change = (id: string, write: { set: object; add?: Record<string, number>; remove?: string[] }) =>
  conditionsMet(database.write({ update: personKey(id), ...write, condition: present }))

/** Ends every session that a person has. Answers false if there is no such person. */
export const deleteSessionsOf = (id: string): Promise<boolean> =>
  change(id, { set: {}, add: { generation: 1 } })

/** Ends a person's sessions, and takes the roles that the issuer gives no more. Answers false if there is no such person. */
export const revokeRoles = (id: string): Promise<boolean> =>
  change(id, { set: { roles: [] }, add: { generation: 1 } })

/** Ends a person's sessions and lets nobody sign in as this person. Answers false if there is no such person. */
export const disablePerson = (id: string, at: string): Promise<boolean> =>
  change(id, { set: { disabledAt: at }, add: { generation: 1 } })

/** Lets a person sign in again; the sessions from before stay ended. Answers false if there is no such person. */
export const enablePerson = (id: string): Promise<boolean> => change(id, { set: {}, remove: ['disabledAt'] })

/** Everybody who ever signed in with a role, by id. */
export const findPeople = async (): Promise<readonly Person[]> => {
  const keys = await queryAll<Key>(allPeople)
  const people = await database.getMany<Person>(keys.map(({ pk, sk }) => ({ pk, sk })))
  return people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

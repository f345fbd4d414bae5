import { database } from '../table/driver.ts'
import { getItemPair, queryAll } from '../table/paging.ts'
import { absent, conditionsMet, failureOf, type Key, present } from '../table/port.ts'
import type { Role } from './contract.ts'
import { allPeople, personIndex, personKey, sessionKey, signInKey } from './kinds.ts'

/** Names and email addresses, which the issuer has, are not stored. */
export interface Person {
  readonly id: string
  /** As of the last sign-in. */
  readonly roles: readonly Role[]
  /** This person's sessions share this number; another number ends them all. */
  readonly generation: number
  readonly createdAt: string
  readonly signedInAt: string
  readonly disabledAt?: string
}

/** Stored under its token's digest; valid only together with its person. */
export interface StoredSession {
  readonly generation: number
  /** Latest end, in seconds since 1970; `expiresAt` is the end unless the session is used. */
  readonly endsAt: number
  readonly expiresAt: number
}

export const findPersonById = (id: string): Promise<Person | undefined> =>
  database.get<Person>(personKey(id), { consistent: true })

export const findSession = async (
  digest: string,
  personId: string,
): Promise<{ readonly session: StoredSession; readonly person: Person } | undefined> => {
  const [session, person] = await getItemPair<StoredSession, Person>(sessionKey(digest), personKey(personId))
  return session && person && { session, person }
}

/** `used`: the sign-in has created a session before. `changed`: the operator changed the person meanwhile. */
export type SaveSessionResult = 'kept' | 'used' | 'changed'

interface NewSession {
  readonly digest: string
  readonly session: StoredSession
  readonly person: Pick<Person, 'id' | 'roles' | 'signedInAt'>
  readonly signIn: { readonly digest: string; readonly expiresAt: number }
}

/** Saves session, person and the use of the sign-in in one transaction; refuses a disabled person. */
export const saveSession = async ({
  digest,
  session,
  person,
  signIn,
}: NewSession): Promise<SaveSessionResult> => {
  const { id, ...said } = person
  const { generation } = session
  const failure = await failureOf(
    database.transact({
      signIn: { put: { ...signInKey(signIn.digest), expiresAt: signIn.expiresAt }, condition: absent },
      person: {
        update: personKey(id),
        set: said,
        setOnce: { id, ...personIndex(id), generation, createdAt: said.signedInAt },
        condition: {
          when: 'attribute_not_exists(#disabledAt) AND (attribute_not_exists(#generation) OR #generation = :generation)',
          values: { generation },
        },
      },
      session: { put: { ...session, ...sessionKey(digest) } },
    }),
  )
  if (!failure) return 'kept'
  return failure.failed.has('signIn') ? 'used' : 'changed'
}

export const renewSession = (digest: string, expiresAt: number): Promise<boolean> =>
  conditionsMet(database.write({ update: sessionKey(digest), set: { expiresAt }, condition: present }))

export const deleteSession = async (digest: string): Promise<void> => {
  await database.write({ delete: sessionKey(digest) })
}

const change = (id: string, write: { set: object; add?: Record<string, number>; remove?: string[] }) =>
  conditionsMet(database.write({ update: personKey(id), ...write, condition: present }))

/* Each of the following answers false if there is no such person; a new generation ends all sessions. */

export const deleteSessionsOf = (id: string): Promise<boolean> =>
  change(id, { set: {}, add: { generation: 1 } })

export const revokeRoles = (id: string): Promise<boolean> =>
  change(id, { set: { roles: [] }, add: { generation: 1 } })

export const disablePerson = (id: string, at: string): Promise<boolean> =>
  change(id, { set: { disabledAt: at }, add: { generation: 1 } })

export const enablePerson = (id: string): Promise<boolean> => change(id, { set: {}, remove: ['disabledAt'] })

export const findPeople = async (): Promise<readonly Person[]> => {
  const keys = await queryAll<Key>(allPeople)
  const people = await database.getMany<Person>(keys.map(({ pk, sk }) => ({ pk, sk })))
  return people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

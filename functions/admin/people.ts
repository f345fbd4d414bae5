import * as people from '../../shared/account/person-store.ts'
import type { CommandOf } from './command.ts'

/* Who people are, and in which groups, is the issuer's. What the operator can do at once is done here. */

/** Everybody who ever signed in with a role, by the issuer's subject: it says who that is. */
export const listPeople = async () => ({
  people: (await people.findPeople()).map(({ id, roles, signedInAt, disabledAt }) => ({
    personId: id,
    roles,
    signedInAt,
    ...(disabledAt && { disabledAt }),
  })),
})

const unlessNobody = (isDone: boolean, personId: string) => {
  if (!isDone) throw new Error('personId: nobody has signed in as this person')
  return { personId }
}

/** Ends a person's sessions and lets nobody sign in as this person; within a minute no container takes a session. */
export const disablePerson = async ({ personId }: CommandOf<'disablePerson'>) =>
  unlessNobody(await people.disablePerson(personId, new Date().toISOString()), personId)

export const enablePerson = async ({ personId }: CommandOf<'enablePerson'>) =>
  unlessNobody(await people.enablePerson(personId), personId)

/** Ends every session that a person has, as when a phone is lost; within a minute no container takes one. */
export const endSessions = async ({ personId }: CommandOf<'endSessions'>) =>
  unlessNobody(await people.deleteSessionsOf(personId), personId)

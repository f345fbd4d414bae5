import { subjectQueries } from '../../identity/subject-kind.ts'
import { database } from '../../table/driver.ts'
import { parseIdPageKey } from '../../table/kind.ts'
import type { Item } from '../../table/port.ts'
import { assignmentKey } from '../../verification/assignment-kind.ts'
import type { Verification } from '../../verification/verification.ts'
import type { PlainAssignment } from './store.ts'

/** The newest; nobody is visited more often. */
const lookedAt = 20

/** Who visited the same applicant before, by the phone number, for the same organisation. */
export const findEarlierAgents = async (verification: Verification): Promise<readonly string[]> => {
  const { phoneDigest } = verification.applicant
  if (phoneDigest === undefined) return []
  const [records] = subjectQueries(verification, phoneDigest)
  const { items } = await database.query<Item>({ ...records, newestFirst: true, limit: lookedAt })
  const ids = items.map(parseIdPageKey).filter(id => id !== verification.id)
  const keys = ids.map(id => assignmentKey(verification, id))
  const found = await database.getMany<PlainAssignment>(keys, { plainOnly: true })
  return found.flatMap(({ agent }) => agent ?? [])
}

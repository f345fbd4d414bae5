import { heldIndex } from '../table/keys.ts'
import { conditionsMet, type Put } from '../table/port.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Assignment } from './assignment.ts'
import { assignmentItemKey } from './store.ts'

export interface HandOverInput {
  readonly by: string
  readonly to: string
  readonly at: string
  readonly keptUntil: string
}

/**
 * Ends the claim, keeps the report for a colleague and writes the note: one transaction. The colleague's list has it by
 * the index that a visit has while its agent holds it. Returns false if the claim is not the one that was read, so that
 * whatever happened meanwhile (a decision, a claim of others, the same hand-over) comes first; or if the number of the
 * note is taken.
 */
export const saveHandOver = (
  assignment: Assignment,
  { by, to, at, keptUntil }: HandOverInput,
  note: Put,
): Promise<boolean> => {
  const { mode, dueAt, reviewUntil } = assignment
  const update = {
    update: assignmentItemKey(assignment),
    set: {
      reviewUntil: at,
      handedOverBy: by,
      keptFor: to,
      keptUntil,
      ...heldIndex(mode, to, dueAt),
    },
    condition: {
      when: '#status = :reported AND #reviewer = :by AND #reviewUntil = :reviewUntil',
      values: { reported: 'reported', by, reviewUntil },
    },
  }
  const event = { what: 'handedOver', by, facts: { keptFor: to, keptUntil } } as const
  return conditionsMet(writeWithTrail(assignment, at, [event], update, note))
}

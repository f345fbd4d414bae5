import { isOfDay } from './day.ts'
import { saveDays } from './day-store.ts'
import type { Fact } from './fact.ts'
import { isVisit, saveVisits } from './visit-store.ts'

/** Whether anything of it is stored; others are counted by metrics alone. */
export const isStored = (fact: Fact): boolean => isOfDay(fact) || isVisit(fact)

/** Of a whole batch of changes, in few writes. Idempotent, also among other facts. */
export const saveFacts = async (facts: readonly Fact[], nowMs: number): Promise<void> => {
  await Promise.all([saveDays(facts.filter(isOfDay), nowMs), saveVisits(facts.filter(isVisit))])
}

import { saveOutcomes } from '../work/assignment/outcome-store.ts'
import { isOfDay } from './day.ts'
import { saveDays } from './day-store.ts'
import type { Fact } from './fact.ts'
import { isJudgement, toOutcome } from './quality.ts'
import { isVisit, saveVisits } from './visit-store.ts'

/** Whether anything of it is stored; others are counted by metrics alone. A judgement is of a day. */
export const isStored = (fact: Fact): boolean => isOfDay(fact) || isVisit(fact)

/** Of a whole batch of changes, in few writes. Idempotent, also among other facts. */
export const saveFacts = async (facts: readonly Fact[], nowMs: number): Promise<void> => {
  await Promise.all([
    saveDays(facts.filter(isOfDay), nowMs),
    saveVisits(facts.filter(isVisit)),
    saveOutcomes(facts.filter(isJudgement).map(toOutcome)),
  ])
}

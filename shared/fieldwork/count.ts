import { forEachOpenVisit } from '../work/assignment/list-store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { listUnsent } from '../evidence/unsent-store.ts'
import { toPlaceTime } from '../location/place-clock.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import { readVisits } from '../numbers/visit-store.ts'
import type { Mode } from '../table/tenant.ts'
import { listMembers, listTeams } from '../work/team/store.ts'
import { lgaIdsOf } from '../work/team/team.ts'
import { canVisit } from '../work/team/home.ts'
import { claimsOf } from '../work/capacity.ts'
import { saveFieldworkCount } from './count-store.ts'
import { country, createFieldworkTally, type FieldworkCount, type VisitingAgent } from './tally.ts'

const listVisitingAgents = async (): Promise<readonly VisitingAgent[]> => {
  const teams = await listTeams()
  const agents = await mapConcurrently(teams, async ({ id: teamId, areas }) => {
    const lgaIds = lgaIdsOf(areas)
    const members = (await listMembers(teamId)).filter(canVisit)
    return members.map(({ agentId, dailyCapacity }) => ({
      id: agentId,
      teamId,
      lgaIds,
      capacity: claimsOf(dailyCapacity),
    }))
  })
  return agents.flat()
}

/** Nothing of a stage without fieldwork: each metric is paid for in the hours in which it is written. */
const emitCount = ({ lines }: FieldworkCount): void => {
  const { toDo, late, expected, behind, unsentReports } = lines[country]!
  if (toDo + expected + unsentReports === 0) return
  emitMetrics(
    toMeasurement(
      {},
      {
        VisitsToDo: toDo,
        VisitsLate: late,
        VisitsExpected: expected,
        VisitsBehind: behind,
        ReportsUnsent: unsentReports,
      },
    ),
  )
}

/**
 * Counts the fieldwork of the whole country, for everybody who looks until the next count: entries of lists, lines of the
 * day's visits, members of teams and words of phones, and no record.
 */
export const countFieldwork = async (mode: Mode, nowMs: number): Promise<FieldworkCount> => {
  const tally = createFieldworkTally(nowMs)
  const [visits, agents, unsent] = await Promise.all([
    readVisits(mode, toPlaceTime(nowMs).day),
    listVisitingAgents(),
    listUnsent(mode, nowMs),
    forEachOpenVisit(mode, nowMs, tally.addOpen),
  ])
  const count = tally.finish({ visits, agents, unsent })
  const isLatest = await saveFieldworkCount(mode, count)
  if (isLatest && mode === 'live') emitCount(count)
  return count
}

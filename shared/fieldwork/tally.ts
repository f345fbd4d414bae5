import type { OpenVisit } from '../work/assignment/list-store.ts'
import type { StoredUnsent } from '../evidence/unsent-store.ts'
import { stateIdOfLga } from '../location/location.ts'
import { toPlaceTime } from '../location/place-clock.ts'
import { toDueSteps } from '../overview/counted-work.ts'
import type { Reported } from '../numbers/fact.ts'
import type { AgentFieldwork, FieldworkLine } from './contract.ts'
import { type FieldworkNumber, fieldworkNumbers } from './numbers-contract.ts'
import { expectedVisits, shareOfDay } from './working-day.ts'

/** A member of a team who makes visits. */
export interface VisitingAgent {
  readonly id: string
  readonly teamId: string
  readonly lgaIds: readonly number[]
  /** Visits in a day. */
  readonly capacity: number
}

export interface CountedAgent extends AgentFieldwork {
  /** Where their team works; of whoever is in no team, where they were today. */
  readonly stateIds: readonly number[]
}

export interface FieldworkCount {
  readonly at: string
  readonly day: string
  readonly dayPercent: number
  /** By id of an LGA or a state; 0 is the country. */
  readonly lines: Readonly<Record<string, FieldworkLine>>
  /** Who needs a look first comes first. */
  readonly agents: readonly CountedAgent[]
}

export const country = 0

/** The LGAs, their states and the country. */
const listAreas = (lgaIds: readonly number[]): ReadonlySet<number> =>
  new Set([country, ...lgaIds.map(stateIdOfLga), ...lgaIds])

type AreaCounts = Record<FieldworkNumber, number>

interface AreaTally {
  readonly counts: AreaCounts
  readonly minutes: number[]
}

const emptyCounts = (): AreaCounts =>
  Object.fromEntries(Object.keys(fieldworkNumbers).map(name => [name, 0])) as AreaCounts

export const emptyLine = (): FieldworkLine => ({ ...emptyCounts(), medianMinutes: null })

const findMedian = (values: readonly number[]): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
  return Math.round((low + high) / 2)
}

const minutesOf = ({ tookMs }: Reported): number => Math.round(tookMs / 60_000)

const isFlagged = ({ strongFlags, weakFlags }: Reported): boolean => strongFlags + weakFlags > 0

interface AgentDay {
  readonly id: string
  readonly home: VisitingAgent | undefined
  readonly visits: readonly Reported[]
  readonly unsent: readonly StoredUnsent[]
}

const toAgentLine = ({ id, home, visits, unsent }: AgentDay): CountedAgent => ({
  id,
  teamId: home?.teamId ?? null,
  plan: home?.capacity ?? 0,
  done: visits.length,
  unsentReports: unsent.reduce((sum, { reports }) => sum + reports, 0),
  unsentPhotos: unsent.reduce((sum, { photos }) => sum + photos, 0),
  unsentAt:
    unsent
      .map(({ saidAt }) => saidAt)
      .toSorted()
      .at(-1) ?? null,
  stronglyFlagged: visits.filter(({ strongFlags }) => strongFlags > 0).length,
  flagged: visits.filter(isFlagged).length,
  medianMinutes: findMedian(visits.map(minutesOf)),
  stateIds: [...new Set(listLgaIds({ home, visits }).map(stateIdOfLga))],
})

const listLgaIds = ({ home, visits }: Pick<AgentDay, 'home' | 'visits'>): readonly number[] =>
  home?.lgaIds ?? visits.map(({ lgaId }) => lgaId)

/** How much of their plan somebody has not done. */
const shareLeft = ({ plan, done }: CountedAgent): number => (plan === 0 ? 0 : 1 - done / plan)

/** Whose phone holds most, who has most strong flags, and who has done least of their plan. */
const byNeed = (one: CountedAgent, other: CountedAgent): number =>
  other.unsentReports - one.unsentReports ||
  other.unsentPhotos - one.unsentPhotos ||
  other.stronglyFlagged - one.stronglyFlagged ||
  shareLeft(other) - shareLeft(one) ||
  (one.id < other.id ? -1 : 1)

/** As many as a page shows, and one that says whether there are more. */
export const shownAgents = 100

/** The first ones of the country and of each state. */
const firstAgents = (agents: readonly CountedAgent[]): readonly CountedAgent[] => {
  const seen = new Map<number, number>()
  return agents.filter(({ stateIds }) => {
    const places = [country, ...stateIds].map(area => {
      const before = seen.get(area) ?? 0
      seen.set(area, before + 1)
      return before
    })
    return places.some(place => place <= shownAgents)
  })
}

interface DayInput {
  readonly visits: readonly Reported[]
  readonly agents: readonly VisitingAgent[]
  readonly unsent: readonly StoredUnsent[]
}

const toAgentDays = ({ visits, agents, unsent }: DayInput): readonly AgentDay[] => {
  const homes = new Map(agents.map(agent => [agent.id, agent]))
  const visitsOf = Map.groupBy(visits, ({ agent }) => agent)
  const unsentOf = Map.groupBy(unsent, ({ agentId }) => agentId)
  return [...new Set([...homes.keys(), ...visitsOf.keys(), ...unsentOf.keys()])].map(id => ({
    id,
    home: homes.get(id),
    visits: visitsOf.get(id) ?? [],
    unsent: unsentOf.get(id) ?? [],
  }))
}

/**
 * Counts the fieldwork of a day. Open visits are added one by one, since a country may have more of them than a function
 * can hold.
 */
export const createFieldworkTally = (nowMs: number) => {
  const areas = new Map<number, AreaTally>()
  const getTally = (area: number): AreaTally => {
    const tally = areas.get(area) ?? { counts: emptyCounts(), minutes: [] }
    areas.set(area, tally)
    return tally
  }

  const addOpen = ({ lgaId, dueAt, state }: OpenVisit): void => {
    const { due } = toDueSteps(dueAt, nowMs)
    for (const area of listAreas([lgaId])) {
      const { counts } = getTally(area)
      counts.toDo++
      counts[state]++
      counts[due]++
    }
  }

  const addVisit = (visit: Reported): void => {
    for (const area of listAreas([visit.lgaId])) {
      const { counts, minutes } = getTally(area)
      counts.done++
      if (isFlagged(visit)) counts.flagged++
      if (visit.strongFlags > 0) counts.stronglyFlagged++
      minutes.push(minutesOf(visit))
    }
  }

  const addAgent = (agent: AgentDay, { plan, done, unsentReports, unsentPhotos }: CountedAgent): void => {
    for (const area of listAreas(listLgaIds(agent))) {
      const { counts } = getTally(area)
      counts.unsentReports += unsentReports
      counts.unsentPhotos += unsentPhotos
      if (!agent.home) continue
      counts.plan += plan
      counts.agentsPlanned++
      if (done > 0) counts.agentsActive++
    }
  }

  const finish = (input: DayInput): FieldworkCount => {
    const local = toPlaceTime(nowMs)
    const share = shareOfDay(local)
    input.visits.forEach(addVisit)
    const agents = toAgentDays(input).map(day => {
      const line = toAgentLine(day)
      addAgent(day, line)
      return line
    })
    getTally(country)
    const lines = [...areas].map(([area, { counts, minutes }]) => {
      const expected = expectedVisits(counts, share)
      const behind = Math.max(0, expected - counts.done)
      return [area, { ...counts, expected, behind, medianMinutes: findMedian(minutes) }] as const
    })
    return {
      at: new Date(nowMs).toISOString(),
      day: local.day,
      dayPercent: Math.round(share * 100),
      lines: Object.fromEntries(lines),
      agents: firstAgents(agents.toSorted(byNeed)),
    }
  }

  return { addOpen, finish }
}

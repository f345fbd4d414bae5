import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { idInQuery, timestamp } from '../http/contract/text.ts'
import type { FieldworkNumber } from './numbers-contract.ts'

export const FieldworkQuery = z.object({
  /** Of this state alone, by its id. @example 24 */
  stateId: z.optional(idInQuery),
})

const count = z.int()

const counts = {
  /** Visits that the agents of the teams here can make in a day. @example 40 */
  plan: count,
  /** Visits whose report came today, by the clock of the places. @example 17 */
  done: count,
  /** Visits that should be done by now, at an even pace. @example 20 */
  expected: count,
  /** By how many the visits done are fewer than those expected. @example 3 */
  behind: count,
  /** Agents of the teams here. @example 5 */
  agentsPlanned: count,
  /** Those of them who have reported a visit today. @example 4 */
  agentsActive: count,
  /** Visits that are not reported. @example 31 */
  toDo: count,
  /** Those of them that nobody holds. @example 12 */
  open: count,
  /** Those of them that an agent holds. @example 19 */
  claimed: count,
  /** Those of them that are late. @example 2 */
  late: count,
  /** Those of them that are due within a day. @example 9 */
  dueSoon: count,
  /** Those of them that are due later. @example 20 */
  dueLater: count,
  /** Signed reports that are on the phones of agents alone. @example 2 */
  unsentReports: count,
  /** Photos that are on the phones of agents alone. @example 9 */
  unsentPhotos: count,
  /** Visits of today with a strong flag. @example 1 */
  stronglyFlagged: count,
  /** Visits of today with any flag. @example 4 */
  flagged: count,
} satisfies Readonly<Record<FieldworkNumber, typeof count>>

/**
 * The median time from the order to the visit, of the visits of today, in minutes. Null without visits.
 * @example 1490
 */
const medianMinutes = z.nullable(z.int())

/** What is counted of an area. */
export const FieldworkLine = z.object({
  ...counts,
  medianMinutes,
})
export type FieldworkLine = z.infer<typeof FieldworkLine>

/** What is counted of an agent. */
export const AgentFieldwork = z.object({
  /** The id of the agent. @example "agent-1" */
  id: z.string(),
  /** The id of their team. Null for whoever is in no team. @example "kano" */
  teamId: z.nullable(z.string()),
  /** Visits that they can make in a day; 0 for whoever is in no team. @example 8 */
  plan: count,
  /** Their visits whose report came today. @example 5 */
  done: count,
  /** Signed reports that are on the phones of agents alone. @example 2 */
  unsentReports: count,
  /** Photos that are on the phones of agents alone. @example 9 */
  unsentPhotos: count,
  /**
   * When a phone of theirs said last that it holds something. Null where none does.
   * @example "2026-11-20T09:31:00.000Z"
   */
  unsentAt: z.nullable(timestamp),
  /** Visits of today with a strong flag. @example 1 */
  stronglyFlagged: count,
  /** Visits of today with any flag. @example 4 */
  flagged: count,
  medianMinutes,
})
export type AgentFieldwork = z.infer<typeof AgentFieldwork>

const FieldworkCount = z.object({
  /** When it was counted. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
  /** Which day “today” is, by the clock of the places. @example "2026-11-20" */
  day: z.iso.date(),
  /** How much of the working day was over, in percent; 0 on a Sunday. @example 25 */
  dayPercent: z.int(),
  /** The whole area. */
  area: FieldworkLine,
  /** The same by state, or by LGA of a state. A place without agents and visits is left out. */
  places: z.array(
    z.object({
      /** The id of the state or LGA. @example 2411 */
      id: z.int(),
      ...FieldworkLine.shape,
    }),
  ),
  /**
   * At most 100 agents of the area, who needs a look first: whose phone holds most, then who has most strong
   * flags, then who has done least of their plan.
   */
  agents: z.array(AgentFieldwork),
  /** Whether there are more agents. @example false */
  isMore: z.boolean(),
})

/** How the fieldwork of today goes. It names no customer’s people. */
export const FieldworkHealth = z.object({
  /** The mode that it is about: that of the caller. @example "live" */
  mode: TenantMode,
  /** The state that it is about, by its id. Null of the country. @example 24 */
  stateId: z.nullable(z.int()),
  /** When agents visit, from Monday to Saturday. */
  workingDay: z.object({
    /** The hour at which the day begins. @example 8 */
    fromHour: z.int(),
    /** The hour at which it ends. @example 18 */
    toHour: z.int(),
    /** The time zone of the places, by its name in the IANA database. @example "Africa/Lagos" */
    timeZone: z.string(),
  }),
  /** The last count. Null until the first count. */
  counted: z.nullable(FieldworkCount),
})
export type FieldworkHealth = z.infer<typeof FieldworkHealth>

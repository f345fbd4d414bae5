import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { idInQuery, timestamp } from '../http/contract/text.ts'
import { type FieldworkNumber, fieldworkNumbers } from './numbers-contract.ts'

export const FieldworkQuery = z.object({ stateId: z.optional(idInQuery) })

const count = z.int()

const counts = Object.fromEntries(Object.keys(fieldworkNumbers).map(name => [name, count])) as Readonly<
  Record<FieldworkNumber, typeof count>
>

/** From the order to the visit; null without visits. */
const medianMinutes = z.nullable(z.int())

export const FieldworkLine = z.object({ ...counts, medianMinutes })
export type FieldworkLine = z.infer<typeof FieldworkLine>

export const AgentFieldwork = z.object({
  id: z.string(),
  teamId: z.nullable(z.string()),
  plan: count,
  done: count,
  unsentReports: count,
  unsentPhotos: count,
  /** When a phone of theirs said last that it holds something. */
  unsentAt: z.nullable(timestamp),
  stronglyFlagged: count,
  flagged: count,
  medianMinutes,
})
export type AgentFieldwork = z.infer<typeof AgentFieldwork>

const FieldworkCount = z.object({
  at: timestamp,
  day: z.iso.date(),
  /** How much of the working day was over. */
  dayPercent: z.int(),
  area: FieldworkLine,
  places: z.array(z.object({ id: z.int(), ...FieldworkLine.shape })),
  agents: z.array(AgentFieldwork),
  isMore: z.boolean(),
})

/** Of the country, or of a state. The only persons in it are the operator's own, by id. */
export const FieldworkHealth = z.object({
  mode: TenantMode,
  stateId: z.nullable(z.int()),
  workingDay: z.object({ fromHour: z.int(), toHour: z.int(), timeZone: z.string() }),
  counted: z.nullable(FieldworkCount),
})
export type FieldworkHealth = z.infer<typeof FieldworkHealth>

import * as z from 'zod/mini'
import { optional, optionalText, orNull, text, timestamp } from '../http/contract/text.ts'
import { accuracyMetres, degrees } from '../location/contract.ts'
import { AgainstFinding, decidedSubStatuses } from '../verification/contract/status.ts'
import { EmployerReport } from './attestation-contract.ts'
import { placeFactNames } from './place-fact-contract.ts'

export const AssignmentId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}(-d[1-9])?$/, 'Expected an id from the list of assignments.'))

export const byAssignment = z.object({ id: AssignmentId })

export const grounds = ['wrongPerson', 'wrongPlace', 'changed', 'wrongDetails', 'evidence', 'other'] as const
export type Ground = (typeof grounds)[number]

const offsetLimitMs = 315_360_000_000

/** Server time minus device time, as last known. */
export const clockOffsetMs = z.int().check(z.minimum(-offsetLimitMs), z.maximum(offsetLimitMs))

export const Position = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  /** Radius in metres within which it is with 95 % confidence (https://www.w3.org/TR/geolocation/#accuracy-attribute). */
  accuracyMetres,
  /** By the clock of what measured it, which may be another than the device's. */
  measuredAt: timestamp,
  /** By the device's clock, as the next one. */
  receivedAt: z.optional(timestamp),
  /** When it was stated: at the claim, or when the report was signed. */
  statedAt: z.optional(timestamp),
  clockOffsetMs: z.optional(clockOffsetMs),
})
export type Position = z.infer<typeof Position>

export const Findings = z.object({
  addressExists: z.boolean(),
  hadAccess: z.boolean(),
  /** Whether the applicant lives there, or the business is there; null where nobody could say. */
  isThere: z.nullable(z.boolean()),
})
export type Findings = z.infer<typeof Findings>

const Neighbour = z.object({
  comment: optionalText(1000),
  firstname: optionalText(100),
  lastname: optionalText(100),
  phone: optionalText(20),
})

const maybe = orNull(z.boolean())

/** Fields are named as in the event (interface §2.4). */
const BusinessFound = z.object({
  area: optionalText(100),
  isKnown: maybe,
  isOwnerKnown: maybe,
  name: optionalText(200),
  nameFound: optionalText(200),
  ownerVisitsFrequently: maybe,
  type: optionalText(100),
})

export const VisitReport = z.object({
  findings: Findings,
  position: orNull(Position),
  addressType: optionalText(60),
  /** Whether the address alone was not enough: the agent had to ask, or to call. */
  neededHelp: maybe,
  neighbor: orNull(Neighbour),
  business: orNull(BusinessFound),
  maritalStatus: optionalText(30),
  comment: optionalText(2000),
  /** For the next agent who comes to this house: in no record. */
  placeFacts: orNull(z.array(z.enum(placeFactNames)).check(z.maxLength(placeFactNames.length))),
})
export type VisitReport = z.infer<typeof VisitReport>

export const noteWords = text(2000)

const Unreached = z.object({ comment: text(1000) })

/** One of three: the visit to an address, an employer's statement, or that nobody could be reached. */
export const FileReport = z.object({
  visit: orNull(VisitReport),
  attestation: orNull(EmployerReport),
  unreached: orNull(Unreached),
})
export type FileReport = z.infer<typeof FileReport>

export const FileReportResponse = z.object({
  id: z.string(),
  way: z.literal('reported'),
  submittedAt: timestamp,
})

const decisions = ['approve', 'reject', 'return'] as const

export const DecideRequest = z.object({
  decision: z.enum(decisions),
  /** The subStatus that the customer reads. */
  reason: optional(z.enum(decidedSubStatuses.slice(1))),
  /** What the agent must do. */
  comment: optionalText(2000),
  /** Shown to the customer. */
  adminComment: optionalText(2000),
  /** For reviewers of a dispute, never for the customer. */
  flagsAnswer: optionalText(1000),
  /** Shown to the customer. */
  againstFinding: orNull(z.object(AgainstFinding.shape)),
  /** Whether the reviewer decides several cases by their photos, without opening each. */
  isTogether: orNull(z.boolean()),
})
export type DecideRequest = z.infer<typeof DecideRequest>

import * as z from 'zod/mini'
import { optional, optionalText, orNull, text, timestamp } from '../../http/contract/text.ts'
import { accuracyMetres, degrees } from '../../location/contract.ts'
import { AgainstFinding, decidedSubStatuses } from '../../verification/contract/status.ts'
import { EmployerReport } from './attestation-contract.ts'
import { placeFactNames } from './place-fact-contract.ts'

export const AssignmentId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}(-d[1-9])?$/, 'Expected an id from the list of assignments.'))

export const byAssignment = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: AssignmentId,
})

export const grounds = ['wrongPerson', 'wrongPlace', 'changed', 'wrongDetails', 'evidence', 'other'] as const
export type Ground = (typeof grounds)[number]

const offsetLimitMs = 315_360_000_000

/** Server time minus device time, as last known. */
export const clockOffsetMs = z.int().check(z.minimum(-offsetLimitMs), z.maximum(offsetLimitMs))

/** Where a device was, as it measured itself. */
export const Position = z.object({
  /** The latitude, in degrees (WGS 84). @example 6.6021 */
  latitude: degrees(90),
  /** The longitude, in degrees (WGS 84). @example 3.3518 */
  longitude: degrees(180),
  // https://www.w3.org/TR/geolocation/#accuracy-attribute
  /** The radius in metres within which the device is, with 95 % confidence. @example 12.5 */
  accuracyMetres,
  /**
   * When it was measured, by the clock of what measured it: it may be another than the device’s.
   * @example "2026-11-20T09:31:00.000Z"
   */
  measuredAt: timestamp,
  /**
   * When the page received it, by the device’s clock: how old it is is told by this time.
   * @example "2026-11-20T09:31:00.000Z"
   */
  receivedAt: z.optional(timestamp),
  /**
   * When the visit was claimed or the report signed, by the device’s clock.
   * @example "2026-11-20T09:31:00.000Z"
   */
  statedAt: z.optional(timestamp),
  /** The server’s time minus the device’s, as last known, in milliseconds. @example -1250 */
  clockOffsetMs: z.optional(clockOffsetMs),
})
export type Position = z.infer<typeof Position>

export const Findings = z.object({
  /** Whether the address exists. @example true */
  addressExists: z.boolean(),
  /** Whether the agent could get to the door. @example true */
  hadAccess: z.boolean(),
  /** Whether the applicant lives there, or the business is there. Null if nobody could say. @example true */
  isThere: z.nullable(z.boolean()),
})
export type Findings = z.infer<typeof Findings>

const Neighbour = z.object({
  /** What they said. @example "Knows the applicant." */
  comment: optionalText(1000),
  /** Their first name. @example "Musa" */
  firstname: optionalText(100),
  /** Their last name. @example "Bello" */
  lastname: optionalText(100),
  /** Their telephone number. @example "08031234567" */
  phone: optionalText(20),
})

const maybe = orNull(z.boolean())

// Fields are named as in the event (interface §2.4).
const BusinessFound = z.object({
  /** The area in which it is. @example "Allen" */
  area: optionalText(100),
  /** Whether the business is known there. @example true */
  isKnown: maybe,
  /** Whether its owner is known there. @example true */
  isOwnerKnown: maybe,
  /** The name that people use. @example "Adeyemi Stores" */
  name: optionalText(200),
  /** The name on the sign. @example "Adeyemi Stores" */
  nameFound: optionalText(200),
  /** Whether the owner is often there. @example true */
  ownerVisitsFrequently: maybe,
  /** What kind of business the agent saw. @example "Shop" */
  type: optionalText(100),
})

export const VisitReport = z.object({
  /** What the agent found at the address. */
  findings: Findings,
  /** Where the agent’s device was. */
  position: orNull(Position),
  /** The kind of address that the agent saw. @example "Residential" */
  addressType: optionalText(60),
  /** Whether the address alone was not enough, so that the agent had to ask or to call. @example false */
  neededHelp: maybe,
  /** A neighbour whom the agent asked. */
  neighbor: orNull(Neighbour),
  /** What the agent saw of the business. Only for business addresses. */
  business: orNull(BusinessFound),
  /** The marital status of the applicant, if they said it. @example "single" */
  maritalStatus: optionalText(30),
  /** What else the agent wants to say. The customer reads it. @example "The gate is black." */
  comment: optionalText(2000),
  /**
   * What the next agent who comes to this house should know. It stands in no record; the agents of other
   * visits to the same address see it.
   * @example ["askGuard"]
   */
  placeFacts: orNull(z.array(z.enum(placeFactNames)).check(z.maxLength(placeFactNames.length))),
})
export type VisitReport = z.infer<typeof VisitReport>

export const noteWords = text(2000)

const Unreached = z.object({
  /** What the agent tried. The customer reads it. @example "The number is not in use." */
  comment: text(1000),
})

/** A report. Exactly one of its fields: what the work brought. */
export const FileReport = z.object({
  /** The visit to an address. */
  visit: orNull(VisitReport),
  /** The statement of the employer. */
  attestation: orNull(EmployerReport),
  /** Nobody at the employer could be reached. It needs three failed attempts. */
  unreached: orNull(Unreached),
})
export type FileReport = z.infer<typeof FileReport>

/** The report was submitted. */
export const FileReportResponse = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /** Always `reported`: a reviewer decides next. @example "reported" */
  way: z.literal('reported'),
  /** When the report arrived. @example "2026-11-20T09:31:00.000Z" */
  submittedAt: timestamp,
})

const decisions = ['approve', 'reject', 'return'] as const

/** A decision on a report. */
export const DecideRequest = z.object({
  /** What to do with the report. @example "approve" */
  decision: z.enum(decisions),
  /**
   * The `subStatus` that the customer reads. Needed for `reject`, and only then.
   * @example "FAILED - NOT IN RESIDENCE"
   */
  reason: optional(z.enum(decidedSubStatuses.slice(1))),
  /** What the agent should do. Needed for `return`. @example "Photograph the gate, too." */
  comment: optionalText(2000),
  /** What the customer is told. @example "Confirmed by two neighbours." */
  adminComment: optionalText(2000),
  /**
   * What explains the strong flags. Needed to approve a report that has any, and only then. Reviewers of a
   * dispute read it, the customer does not.
   * @example "The stated pin is that of the estate’s gate; the photos show its block 4."
   */
  flagsAnswer: optionalText(1000),
  /**
   * Why the decision contradicts what was found. Needed where `contradictions` of the case lists it, and only
   * then. The customer reads it.
   */
  againstFinding: orNull(z.object(AgainstFinding.shape)),
  /**
   * Whether you decide several cases by their photos, without opening each. Refused (400) where
   * `canDecideTogether` of the list is false.
   * @example false
   */
  isTogether: orNull(z.boolean()),
})
export type DecideRequest = z.infer<typeof DecideRequest>

import * as z from 'zod/mini'
import { Findings, grounds, noteWords, Position } from '../assignment/contract.ts'
import { parties } from '../verification/contract/dispute.ts'
import { placeFactNames } from '../assignment/place-fact-contract.ts'
import { refusalReasonNames } from '../assignment/refusal-contract.ts'
import { EmployerCase } from '../employer/contract.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { idInQuery, nullable, orNull, text as requiredText, timestamp } from '../http/contract/text.ts'
import { positionPrecisions } from '../location/contract.ts'
import { addressFields, businessFields } from '../verification/contract/address.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
import { applicantFields } from '../verification/contract/applicant.ts'
import { EmploymentRecord, employmentFields } from '../verification/contract/employment.ts'
import { shapeFor } from '../verification/contract/order-field.ts'
import { products } from '../verification/contract/product.ts'
import { applicantPhotoSlots, propertyFields } from '../verification/contract/property.ts'
import { AgainstFinding, Status } from '../verification/contract/status.ts'
import { StandingAppointment } from './day-contract.ts'

/** Claimable work, the caller's claims, what agents hold, and reports that wait for a reviewer. */
export const workLists = ['open', 'mine', 'claimed', 'reported'] as const

export const AssignmentFilter = z.object({
  ...Page.shape,
  /** Default `open`. */
  list: z.optional(z.enum(workLists)),
  stateId: z.optional(idInQuery),
  lgaId: z.optional(idInQuery),
  product: z.optional(z.enum(products)),
})
export type AssignmentFilter = z.infer<typeof AssignmentFilter>

const text = z.string()
const nullableText = nullable(text)
const nullableTime = nullable(timestamp)

export const WorkPlace = z.object({
  ...shapeFor(addressFields, 'agent', ['street', 'landmark', 'city']),
  lgaId: z.int(),
  lgaName: text,
  stateId: z.int(),
  stateName: text,
  latitude: z.number(),
  longitude: z.number(),
  /** Without a position of the order, the place is the centre of the LGA. */
  precision: z.enum(positionPrecisions),
})

const WorkEmployer = z.object({
  name: text,
  phone: text,
  email: text,
  ...shapeFor(employmentFields, 'agent'),
})

/** No id number, date of birth or customer: a visit does not need them. */
const work = {
  id: text,
  product: z.enum(products),
  way: z.enum(['open', 'claimed', 'reported', 'decided']),
  requestedAt: timestamp,
  dueAt: timestamp,
  isLate: z.boolean(),
  isMine: z.boolean(),
  /** Whether a supervisor assigned it to the caller, who has not accepted it. */
  isOffered: z.boolean(),
  leaseUntil: nullableTime,
  /** Whether the service has extended the agent's lease. */
  isLeaseExtended: z.boolean(),
  /** When the agent comes, as they said. */
  appointment: nullable(StandingAppointment),
  /** When the applicant last answered on the page behind their link, or named another time there. */
  applicantSaidAt: nullableTime,
  applicant: z.object(shapeFor(applicantFields, 'agent')),
  place: nullable(WorkPlace),
  business: nullable(z.object(shapeFor(businessFields, 'agent', ['businessName', 'businessType']))),
  employer: nullable(WorkEmployer),
  /** False for employments. */
  takesPhotos: z.boolean(),
  returned: nullable(z.object({ at: timestamp, comment: text })),
}

const Waiting = z.object({
  agent: text,
  reportedAt: timestamp,
  flags: z.int(),
  strongFlags: z.int(),
  /** Whether `isTogether` of a decision is accepted. */
  canDecideTogether: z.boolean(),
  reviewer: nullableText,
  reviewUntil: nullableTime,
  /** Who proposed the pending rejection. */
  stagedBy: nullableText,
  /** `isBarred`: the caller had a part in the disputed decision. */
  disputed: nullable(z.object({ by: z.enum(parties), isBarred: z.boolean() })),
})

const Held = z.object({
  agent: text,
  until: timestamp,
  /** Whether a supervisor assigned it to them, who have not accepted it. */
  isOffered: z.boolean(),
  /** Whether the service has extended it. */
  isLeaseExtended: z.boolean(),
})

/** `waiting` is set in the list of reports, `held` in that of what agents hold. */
export const WorkItem = z.object({ ...work, held: nullable(Held), waiting: nullable(Waiting) })
export type WorkItem = z.infer<typeof WorkItem>

export const WorkList = pageSchema(WorkItem)

const Objection = z.object({
  by: z.enum(parties),
  ground: z.enum(grounds),
  reason: text,
  raisedAt: timestamp,
  revision: z.int(),
  /** The disputed decision, in the customer's words. */
  outcome: text,
  decidedAt: timestamp,
  decidedBy: nullableText,
  adminComment: nullableText,
  flagsAnswer: nullableText,
  againstFinding: nullable(AgainstFinding),
})

/** Lines as encoded polylines, to ten thousandths of a degree. The ordered LGA's name comes first. */
const AreaMap = z.object({
  attribution: text,
  names: z.array(z.object({ name: text, latitude: z.number(), longitude: z.number() })),
  lines: z.object({ lga: z.array(text), neighbours: z.array(text), state: z.array(text) }),
})

/** For reviewers only. */
export const Review = z.object({
  objection: nullable(Objection),
  agent: text,
  claimedAt: timestamp,
  claimedFrom: nullable(Position),
  reportedAt: timestamp,
  /** Of the position in `found`; null where no device gave it. */
  reportedAccuracyMetres: nullable(z.number()),
  reviewer: nullableText,
  /** No other reviewer has it until then. */
  reviewUntil: nullableTime,
  findings: nullable(Findings),
  /** Hints, never a reason by themselves; the strong ones first. */
  flags: z.array(
    z.object({
      code: text,
      weight: z.enum(['strong', 'weak']),
      reason: text,
      /** Where it was seen; none for the visit as a whole. */
      places: z.array(
        z.object({
          /** `claim`, `report`, or the slot of a photo. */
          at: text,
          /** The photo of another assignment that this one is, or looks like, if the caller may see it. */
          seenIn: nullable(z.object({ id: text, sha256: text })),
        }),
      ),
    }),
  ),
  areaMap: nullable(AreaMap),
  /** The record as an approval would make it. */
  found: z.union([AddressRecord, EmploymentRecord]),
  ...shapeFor(addressFields, 'reviewer'),
  ...shapeFor(businessFields, 'reviewer'),
  /** Not told to the employer. */
  job: nullable(z.object(shapeFor(employmentFields, 'reviewer', ['jobTitle']))),
  employerCase: nullable(EmployerCase),
  /** As the reason of a rejection; null where everything was confirmed. */
  suggestedReason: nullableText,
  /** Decisions that need `againstFinding`. */
  contradictions: z.array(z.object({ decision: text, fields: z.array(text) })),
  returns: z.array(z.object({ at: timestamp, by: text, comment: text })),
  /** The agent's last ten reports. */
  agentRecord: z.array(
    z.object({
      at: timestamp,
      judgedBy: z.enum(['review', 'back-check']),
      found: nullableText,
      outcome: text,
      agrees: z.boolean(),
    }),
  ),
  staged: nullable(
    z.object({
      reason: text,
      by: text,
      at: timestamp,
      adminComment: nullableText,
      againstFinding: nullable(AgainstFinding),
    }),
  ),
})
export type Review = z.infer<typeof Review>

const ApplicantWord = z.object({
  consent: z.enum(['given', 'refused']),
  saidAt: timestamp,
  time: nullableText,
  /** Null where they named no other time after they had answered. */
  timeAskedAt: nullableTime,
  phone: nullableText,
  /** Free text: a landmark, a Plus Code, directions. */
  place: nullableText,
  latitude: nullable(z.number()),
  longitude: nullable(z.number()),
  hasMoved: z.boolean(),
  newAddress: nullableText,
})
export type ApplicantStatementView = z.infer<typeof ApplicantWord>

/** What the applicant says and shows of the building, stated with the order. */
export const Property = z.object({
  ...shapeFor(propertyFields, 'agent', [
    'houseNumber',
    'generalDescription',
    'buildingDescription',
    'buildingType',
    'buildingStatus',
    'buildingColour',
  ]),
  photos: z.array(
    z.object({
      slot: z.enum(applicantPhotoSlots),
      width: z.int(),
      height: z.int(),
      /** For reviewers of a report. */
      photoUrl: nullableText,
      /** For everybody else: base64 of a small JPEG, which a phone can store for places without a network. */
      thumbnail: nullableText,
    }),
  ),
})
export type Property = z.infer<typeof Property>

/** `review` is for reviewers only, and null before the report. */
export const AssignmentResponse = z.object({
  ...work,
  applicantSays: nullable(ApplicantWord),
  property: nullable(Property),
  /** What agents of other visits to this address told; for agents only. */
  placeFacts: z.array(z.enum(placeFactNames)),
  review: nullable(Review),
})
export type AssignmentResponse = z.infer<typeof AssignmentResponse>

/** `reason`: needed to refuse what a supervisor assigned. */
export const ReleaseQuery = z.object({ reason: z.optional(z.enum(refusalReasonNames)) })
export type ReleaseQuery = z.infer<typeof ReleaseQuery>

export const ClaimAssignment = z.object({ position: orNull(Position) })
export type ClaimAssignment = z.infer<typeof ClaimAssignment>

export const ClaimResponse = z.object({
  id: text,
  way: z.enum(['claimed', 'reported']),
  leaseUntil: timestamp,
})

export const HandOverRequest = z.object({
  /** The id of a reviewer. */
  to: requiredText(200),
  /** A note of the case. */
  words: noteWords,
})
export type HandOverRequest = z.infer<typeof HandOverRequest>

export const HandOverResponse = z.object({ id: text, to: text, keptUntil: timestamp })

export const DecisionResponse = z.object({
  id: z.string(),
  way: z.enum(['claimed', 'reported', 'decided']),
  isStaged: z.boolean(),
  status: nullable(Status),
})

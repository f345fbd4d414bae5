import * as z from 'zod/mini'
import { orNull } from '../../http/contract/optional.ts'
import { pageSchema, Page } from '../../http/contract/page.ts'
import { idInQuery, timestamp } from '../../http/contract/text.ts'
import { AddressRecord, businessTypes } from '../../verification/contract/address.ts'
import {
  applicantPhotoSlots,
  buildingStatuses,
  buildingTypes,
  buildingUses,
} from '../../verification/contract/address-pro.ts'
import { EmploymentRecord } from '../../verification/contract/employment.ts'
import { products } from '../../verification/contract/product.ts'
import { EmployerCase } from '../../employer/attestation/case-contract.ts'
import { grounds, parties } from '../../assignment/contract/objection.ts'
import { Position } from '../../assignment/contract/position.ts'
import { Findings } from '../../assignment/contract/report.ts'

/** Which work: what anybody may claim, what the caller holds, what waits for a reviewer. */
export const workLists = ['open', 'mine', 'reported'] as const

export const AssignmentFilter = z.object({
  ...Page.shape,
  /** `open` unless given. */
  list: z.optional(z.enum(workLists)),
  stateId: z.optional(idInQuery),
  lgaId: z.optional(idInQuery),
  product: z.optional(z.enum(products)),
})
export type AssignmentFilter = z.infer<typeof AssignmentFilter>

const text = z.string()
const nullableTime = z.nullable(timestamp)

const WorkApplicant = z.object({
  firstname: text,
  middlename: text,
  lastname: text,
  phone: text,
})

const WorkPlace = z.object({
  street: text,
  landmark: text,
  city: text,
  lgaId: z.int(),
  lgaName: text,
  stateId: z.int(),
  stateName: text,
  /** Where the customer believes it to be, or the centre of the state. */
  latitude: z.number(),
  longitude: z.number(),
})

const WorkBusiness = z.object({
  businessName: text,
  businessType: z.enum(businessTypes),
  canContactPoc: z.boolean(),
})

const WorkEmployer = z.object({
  name: text,
  phone: text,
  email: text,
  contactPersonName: text,
  canContactPoc: z.boolean(),
})

/** What a visit or call needs, and no more: no id number, no date of birth, no customer. */
const work = {
  id: text,
  product: z.enum(products),
  way: z.enum(['open', 'claimed', 'reported', 'decided']),
  requestedAt: timestamp,
  dueAt: timestamp,
  isLate: z.boolean(),
  /** Whether the caller holds it. */
  isMine: z.boolean(),
  /** How long the caller holds it. */
  leaseUntil: nullableTime,
  applicant: WorkApplicant,
  place: z.nullable(WorkPlace),
  business: z.nullable(WorkBusiness),
  employer: z.nullable(WorkEmployer),
  /** Whether photos belong to its report: not to an employment’s, nor to a second look at a visit. */
  takesPhotos: z.boolean(),
  /** Why a reviewer gave the last report back. */
  returned: z.nullable(z.object({ at: timestamp, comment: text })),
}

/** What a reviewer chooses by: how remarkable a report is, and whether somebody looks at it. */
const Waiting = z.object({
  agent: text,
  reportedAt: timestamp,
  flags: z.int(),
  /** Who looks at it now, and until when nobody else can. */
  reviewer: z.nullable(text),
  reviewUntil: nullableTime,
  /** Whose rejection waits for a second person. */
  stagedBy: z.nullable(text),
  /** Of a dispute: who objects, and whether the caller had a part in the decision and may have none in this one. */
  disputed: z.nullable(z.object({ by: z.enum(parties), isBarred: z.boolean() })),
})

/** A line of a list; `waiting` is there in the list of what waits for a reviewer. */
export const WorkItem = z.object({ ...work, waiting: z.nullable(Waiting) })
export type WorkItem = z.infer<typeof WorkItem>

export const WorkList = pageSchema(WorkItem)

/** What the customer claims and an employer is not told. */
const ClaimedJob = z.object({
  jobTitle: z.nullable(text),
  startDate: z.nullable(text),
  endDate: z.nullable(text),
  currentlyEmployed: z.boolean(),
})

/** An objection, and the decision that it is about. */
const Objection = z.object({
  by: z.enum(parties),
  ground: z.enum(grounds),
  reason: text,
  raisedAt: timestamp,
  revision: z.int(),
  /** How it was decided, in the customer's words, by whom and when. */
  outcome: text,
  decidedAt: timestamp,
  decidedBy: z.nullable(text),
  adminComment: z.nullable(text),
})

/** What a reviewer sees besides: what was claimed and what was found. */
export const Review = z.object({
  /** What was objected to which decision, where it is looked at once more. */
  objection: z.nullable(Objection),
  agent: text,
  claimedAt: timestamp,
  reportedAt: timestamp,
  reviewer: z.nullable(text),
  /** Until then no other reviewer has it. */
  reviewUntil: nullableTime,
  findings: z.nullable(Findings),
  /** What is remarkable about the visit: never a reason by itself. */
  flags: z.array(z.object({ code: text, reason: text, slot: z.nullable(text) })),
  /** The record as the customer would read it, were it approved. */
  found: z.union([AddressRecord, EmploymentRecord]),
  rcNumber: z.nullable(text),
  job: z.nullable(ClaimedJob),
  /** Of an employment: how the employer's word came. */
  employerCase: z.nullable(EmployerCase),
  /** What the findings come to, in the words of a rejection; null where all was found. */
  suggestedReason: z.nullable(text),
  returns: z.array(z.object({ at: timestamp, by: text, comment: text })),
  /** How the agent's last ten reports ended, and whether that agrees with what the agent found. */
  agentRecord: z.array(
    z.object({
      at: timestamp,
      judgedBy: z.enum(['review', 'back-check']),
      found: z.nullable(text),
      outcome: text,
      agrees: z.boolean(),
    }),
  ),
  /** A rejection that waits for a second person. */
  staged: z.nullable(z.object({ reason: text, by: text, at: timestamp, adminComment: z.nullable(text) })),
})
export type Review = z.infer<typeof Review>

/** What the applicant said on their page. */
const ApplicantWord = z.object({
  consent: z.enum(['given', 'refused']),
  saidAt: timestamp,
  /** When a visit or a call suits them. */
  time: z.nullable(text),
  phone: z.nullable(text),
  /** A landmark, a Plus Code, the way. */
  place: z.nullable(text),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  hasMoved: z.boolean(),
  newAddress: z.nullable(text),
})
export type ApplicantStatementView = z.infer<typeof ApplicantWord>

/** What the applicant says and shows of the house, supplied with the order: for the agent to find it, for the reviewer to compare. */
export const Property = z.object({
  houseNumber: z.nullable(text),
  generalDescription: text,
  buildingDescription: z.enum(buildingUses),
  buildingType: z.enum(buildingTypes),
  buildingStatus: z.enum(buildingStatuses),
  buildingColour: text,
  hasGateAndFence: z.boolean(),
  photos: z.array(
    z.object({
      slot: z.enum(applicantPhotoSlots),
      /** In pixels, as it is shown. */
      width: z.int(),
      height: z.int(),
      photoUrl: text,
      /** A small JPEG in base64, for a telephone to keep: a link is good for minutes, and where the house is there may be no network. */
      thumbnail: z.nullable(text),
    }),
  ),
})
export type Property = z.infer<typeof Property>

/** An assignment as its agent sees it; `review` is there for reviewers alone, once there is a report. */
export const AssignmentResponse = z.object({
  ...work,
  applicantSays: z.nullable(ApplicantWord),
  property: z.nullable(Property),
  review: z.nullable(Review),
})
export type AssignmentResponse = z.infer<typeof AssignmentResponse>

/** Where the worker is who claims a visit, if the device says so. */
export const ClaimAssignment = z.object({ position: orNull(Position) })
export type ClaimAssignment = z.infer<typeof ClaimAssignment>

/** How long a claim holds. */
export const ClaimResponse = z.object({
  id: text,
  way: z.enum(['claimed', 'reported']),
  leaseUntil: timestamp,
})

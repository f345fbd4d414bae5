import * as z from 'zod/mini'
import { Findings, grounds, noteWords, Position } from '../work/assignment/contract.ts'
import { parties } from '../verification/contract/dispute.ts'
import { placeFactNames } from '../work/assignment/place-fact-contract.ts'
import { refusalReasonNames } from '../work/assignment/refusal-contract.ts'
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
import { StandingAppointment } from '../work/day-contract.ts'

/** Claimable work, the caller's claims, what agents hold, and reports that wait for a reviewer. */
export const workLists = ['open', 'mine', 'claimed', 'reported'] as const

export const AssignmentFilter = z.object({
  ...Page.shape,
  /**
   * Which list: `open` unless given. `reported` is for reviewers; `claimed`, what agents hold in an area, for
   * supervisors.
   * @example "open"
   */
  list: z.optional(z.enum(workLists)),
  /** Only work in this state, by its id. Employments have none. @example 24 */
  stateId: z.optional(idInQuery),
  /** Only work in this local government area, by its id. @example 2411 */
  lgaId: z.optional(idInQuery),
  /** Only work of this product. @example "address" */
  product: z.optional(z.enum(products)),
})
export type AssignmentFilter = z.infer<typeof AssignmentFilter>

const text = z.string()
const nullableText = nullable(text)
const nullableTime = nullable(timestamp)

export const WorkPlace = z.object({
  ...shapeFor(addressFields, 'agent', ['street', 'landmark', 'city']),
  /** The id of the local government area. @example 2411 */
  lgaId: z.int(),
  /** The local government area. @example "Ikeja" */
  lgaName: text,
  /** The id of the state. @example 24 */
  stateId: z.int(),
  /** The state. @example "Lagos" */
  stateName: text,
  /** The latitude, in degrees (WGS 84). @example 6.6018 */
  latitude: z.number(),
  /** The longitude, in degrees (WGS 84). @example 3.3515 */
  longitude: z.number(),
  /**
   * How precise the position is. `confirmed`: the applicant confirmed it on a map. `stated`: the order gave
   * it. `lga_centre`, `state_centre`: the order gave none; this is the middle of the LGA, or the capital of
   * the state, and not the address.
   * @example "stated"
   */
  precision: z.enum(positionPrecisions),
})

const WorkEmployer = z.object({
  /** The name of the employer. @example "Example Limited" */
  name: text,
  /** The telephone number. @example "+2348035550177" */
  phone: text,
  /** The email address. @example "hr@example.com" */
  email: text,
  ...shapeFor(employmentFields, 'agent'),
})

/** No id number, date of birth or customer: a visit does not need them. */
const work = {
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: text,
  /** What the customer ordered. @example "address" */
  product: z.enum(products),
  /** Where the work is. @example "claimed" */
  way: z.enum(['open', 'claimed', 'reported', 'decided']),
  /**
   * When the customer ordered it; for a back-check, when it was opened.
   * @example "2026-11-20T09:31:00.000Z"
   */
  requestedAt: timestamp,
  /** When it is due. @example "2026-11-22T09:31:00.000Z" */
  dueAt: timestamp,
  /** Whether it is late. @example false */
  isLate: z.boolean(),
  /** Whether the caller holds it. @example true */
  isMine: z.boolean(),
  /**
   * Whether a supervisor assigned it to the caller, who has neither accepted it, by a claim, nor refused it,
   * by giving it back.
   * @example false
   */
  isOffered: z.boolean(),
  /**
   * Until when nobody else can claim it. Null unless the caller holds it.
   * @example "2026-11-20T09:31:00.000Z"
   */
  leaseUntil: nullableTime,
  /**
   * Whether the service has extended the caller’s lease of the visit, because their phone said that it holds
   * something unsent. It does so once.
   * @example false
   */
  isLeaseExtended: z.boolean(),
  /** When the agent comes, as they said last. Null if they said nothing, or it is long past. */
  appointment: nullable(StandingAppointment),
  /**
   * When the applicant last answered on the page behind their link, or named another time there. Null if they
   * did not.
   * @example "2026-11-21T08:00:00.000Z"
   */
  applicantSaidAt: nullableTime,
  /** The person to ask for. */
  applicant: z.object(shapeFor(applicantFields, 'agent')),
  /** The address to visit. Null for an employment. */
  place: nullable(WorkPlace),
  /** The business to find. Null unless the address is that of a business. */
  business: nullable(z.object(shapeFor(businessFields, 'agent', ['businessName', 'businessType']))),
  /** The employer to ask. Null for an address. */
  employer: nullable(WorkEmployer),
  /** Whether the report needs photos. False for an employment. @example true */
  takesPhotos: z.boolean(),
  /** Why a reviewer returned the last report. Null unless it was returned. */
  returned: nullable(
    z.object({
      /** When it was returned. @example "2026-11-20T09:31:00.000Z" */
      at: timestamp,
      /** What to do. @example "Photograph the gate, too." */
      comment: text,
    }),
  ),
}

const Waiting = z.object({
  /** Who made the report. @example "agent-1" */
  agent: text,
  /** When it was submitted. @example "2026-11-20T09:31:00.000Z" */
  reportedAt: timestamp,
  /** The number of flags. @example 2 */
  flags: z.int(),
  /** The number of strong ones among them. @example 1 */
  strongFlags: z.int(),
  /**
   * Whether it may be decided among others (`isTogether` of a decision): a photo was taken near the address
   * with a good position, no flag speaks against it, and nobody objects or has decided.
   * @example false
   */
  canDecideTogether: z.boolean(),
  /** The reviewer who holds it. Null if nobody does. @example "reviewer-1" */
  reviewer: nullableText,
  /** Until when the reviewer holds it. Null if nobody does. @example "2026-11-20T09:31:00.000Z" */
  reviewUntil: nullableTime,
  /** The reviewer whose decision a second one must confirm. Null without one. @example "reviewer-1" */
  stagedBy: nullableText,
  /** The objection to the decision. Null unless it is a dispute. */
  disputed: nullable(
    z.object({
      /** Who objected. @example "customer" */
      by: z.enum(parties),
      /** Whether the caller had a part in the decision, and may not examine it. @example false */
      isBarred: z.boolean(),
    }),
  ),
})

const Held = z.object({
  /** The agent. @example "agent-1" */
  agent: text,
  /** Until when nobody else can claim it. @example "2026-11-20T09:31:00.000Z" */
  until: timestamp,
  /** Whether a supervisor assigned it to them, and they have not accepted it. @example false */
  isOffered: z.boolean(),
  /**
   * Whether the service has extended it, because their phone said that it holds something unsent.
   * @example false
   */
  isLeaseExtended: z.boolean(),
})

/** Work in a list. It has what a visit needs: no id number, no date of birth, no customer. */
export const WorkItem = z.object({
  ...work,
  /** Who holds it. Null except in `list=claimed`. */
  held: nullable(Held),
  /** The report that waits for a reviewer. Null except in `list=reported`. */
  waiting: nullable(Waiting),
})
export type WorkItem = z.infer<typeof WorkItem>

/** A page of work, the latest first. @property data The work of this page. */
export const WorkList = pageSchema(WorkItem)

const Objection = z.object({
  /** Who objected. @example "customer" */
  by: z.enum(parties),
  /** What it is about. @example "wrongPlace" */
  ground: z.enum(grounds),
  /** What was written. @example "The agent was at number 21." */
  reason: text,
  /** When it was raised. @example "2026-11-20T09:31:00.000Z" */
  raisedAt: timestamp,
  /** The number of the disputed decision. @example 1 */
  revision: z.int(),
  /** The `subStatus` of the disputed decision. @example "FAILED - NOT IN RESIDENCE" */
  outcome: text,
  /** When it was decided. @example "2026-11-20T09:31:00.000Z" */
  decidedAt: timestamp,
  /** Who decided it. Null if a client did. @example "reviewer-1" */
  decidedBy: nullableText,
  /** What the customer was told. Null if nothing. @example "Nobody knows them there." */
  adminComment: nullableText,
  /**
   * What was said to strong flags. Null if nothing.
   * @example "The stated pin is that of the estate’s gate; the photos show its block 4."
   */
  flagsAnswer: nullableText,
  /** Why it was decided against what was found. Null unless it was. */
  againstFinding: nullable(AgainstFinding),
})

// Lines as encoded polylines, to ten thousandths of a degree. The ordered LGA's name comes first.
const AreaMap = z.object({
  /**
   * Whose the data is. Show it with the map.
   * @example "LGA boundaries: OSGOF/OCHA via geoBoundaries (Runfola et al. 2020), CC BY 3.0 IGO; simplified"
   */
  attribution: text,
  /** The LGA, then its neighbours. */
  names: z.array(
    z.object({
      /** The name of the LGA. @example "Ikeja" */
      name: text,
      /** The latitude of its middle, in degrees (WGS 84). @example 6.6031 */
      latitude: z.number(),
      /** The longitude of its middle, in degrees (WGS 84). @example 3.3496 */
      longitude: z.number(),
    }),
  ),
  /**
   * Lines in Google’s encoded polyline format, but to ten thousandths of a degree. Each stands once in `lga`
   * or `neighbours`.
   */
  lines: z.object({
    /** The outline of the LGA, in parts that meet at their ends. @example ["_qo@_ek@?c@"] */
    lga: z.array(text),
    /** What else the neighbours’ outlines are made of. @example ["_qo@_ek@?c@"] */
    neighbours: z.array(text),
    /** The outline of the state. @example ["_qo@_ek@?c@"] */
    state: z.array(text),
  }),
})

export const Review = z.object({
  /** The objection that this review is about. Null unless it is a dispute. */
  objection: nullable(Objection),
  /** Who made the report. @example "agent-1" */
  agent: text,
  /** When the agent claimed it. @example "2026-11-20T09:31:00.000Z" */
  claimedAt: timestamp,
  /** Where the device was then. Null if it did not say, and once a decision was taken. */
  claimedFrom: nullable(Position),
  /** When the report was submitted. @example "2026-11-20T09:31:00.000Z" */
  reportedAt: timestamp,
  /**
   * The radius in metres within which the device believed to be at the report. Null if no device gave the
   * position in `found`.
   * @example 12.5
   */
  reportedAccuracyMetres: nullable(z.number()),
  /** The reviewer who holds it, or held it last. Null if nobody did. @example "reviewer-1" */
  reviewer: nullableText,
  /** Until when the reviewer holds it. Null if nobody did. @example "2026-11-20T09:31:00.000Z" */
  reviewUntil: nullableTime,
  /** What the agent found at the address. Null for an employment. */
  findings: nullable(Findings),
  /**
   * Automatic remarks about the evidence, one a fact, the strong ones first. Hints, never a reason by
   * themselves.
   */
  flags: z.array(
    z.object({
      /** The remark, for programs: {@link visitFlags}. @example "far_from_address" */
      code: text,
      /**
       * `strong`: an honest visit hardly shows it; an approval needs `flagsAnswer`. `weak`: it comes with an
       * old phone, a first day or a house without a number.
       * @example "strong"
       */
      weight: z.enum(['strong', 'weak']),
      /**
       * The remark in words, with its numbers: the least and the most where they differ from place to place.
       * @example "Taken 310 m to 420 m from the stated position; up to 200 m are expected."
       */
      reason: text,
      /** Where it was seen, each place once. Empty: of the visit as a whole. */
      places: z.array(
        z.object({
          /** The `claim`, the `report`, or the slot of a photo. @example "exteriorPhotos.photo1" */
          at: text,
          /**
           * The photo of another assignment which this one is, or which it looks like. Null unless there is
           * one that you may see.
           */
          seenIn: nullable(
            z.object({
              /** The other assignment. @example "12-33" */
              id: text,
              /**
               * SHA-256 of the captured bytes, in lower-case hexadecimal.
               * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
               */
              sha256: text,
            }),
          ),
        }),
      ),
    }),
  ),
  /**
   * Outlines around the ordered LGA, for a map. They differ by up to 2 km from what people call an area. Null
   * for an employment.
   */
  areaMap: nullable(AreaMap),
  /** The record as an approval would make it. */
  found: z.union([AddressRecord, EmploymentRecord]),
  ...shapeFor(addressFields, 'reviewer'),
  ...shapeFor(businessFields, 'reviewer'),
  /** The job as the customer stated it. The employer is not told. Null for an address. */
  job: nullable(z.object(shapeFor(employmentFields, 'reviewer', ['jobTitle']))),
  /** How the employer was asked, and what they said. Null for an address. */
  employerCase: nullable(EmployerCase),
  /**
   * The reason of a rejection that follows from the findings. Null if everything was confirmed.
   * @example "FAILED - NOT IN RESIDENCE"
   */
  suggestedReason: nullableText,
  /** The decisions that contradict what was found. They need `againstFinding`. */
  contradictions: z.array(
    z.object({
      /** The `subStatus` that they lead to. @example "VERIFIED" */
      decision: text,
      /** What they contradict: fields that differ, or the outcome of the report. @example ["Applicant"] */
      fields: z.array(text),
    }),
  ),
  /** Every return of the report, oldest first. */
  returns: z.array(
    z.object({
      /** When it was returned. @example "2026-11-20T09:31:00.000Z" */
      at: timestamp,
      /** Who returned it. @example "reviewer-1" */
      by: text,
      /** What the agent should do. @example "Photograph the gate, too." */
      comment: text,
    }),
  ),
  /** The agent’s last ten reports, and what became of them. */
  agentRecord: z.array(
    z.object({
      /** When it was judged. @example "2026-11-20T09:31:00.000Z" */
      at: timestamp,
      /** Who judged it: a reviewer, or a second visit. @example "review" */
      judgedBy: z.enum(['review', 'back-check']),
      /** The `subStatus` that the report led to expect. Null if it left it open. @example "VERIFIED" */
      found: nullableText,
      /** The `subStatus` that was decided. @example "VERIFIED" */
      outcome: text,
      /** Whether the two agree. @example true */
      agrees: z.boolean(),
    }),
  ),
  /** The decision that a second reviewer must confirm. Null without one. */
  staged: nullable(
    z.object({
      /** Its `subStatus`. @example "FAILED - NOT IN RESIDENCE" */
      reason: text,
      /** Who proposed it. @example "reviewer-1" */
      by: text,
      /** When it was proposed. @example "2026-11-20T09:31:00.000Z" */
      at: timestamp,
      /** What the customer would be told. Null if nothing. @example "Nobody knows them there." */
      adminComment: nullableText,
      /** Why against what was found. Null unless it is. */
      againstFinding: nullable(AgainstFinding),
    }),
  ),
})
export type Review = z.infer<typeof Review>

const ApplicantWord = z.object({
  /** Whether they consent. @example "given" */
  consent: z.enum(['given', 'refused']),
  /** When they said it. @example "2026-11-20T09:31:00.000Z" */
  saidAt: timestamp,
  /** A time that suits them. Null if they did not say. @example "Saturday morning" */
  time: nullableText,
  /**
   * When they named this time, if that was after they had answered: an agent asks them again, and notes what
   * was agreed. Null unless it was.
   * @example "2026-11-20T09:31:00.000Z"
   */
  timeAskedAt: nullableTime,
  /** A number to call. Null if they did not say. @example "+2348031234567" */
  phone: nullableText,
  /**
   * How to find the address, in their words. Null if they did not say.
   * @example "The black gate behind the pharmacy"
   */
  place: nullableText,
  /**
   * Where it is, in degrees (WGS 84), as they wrote it: how exact it is nobody knows. Null if they did not
   * say.
   * @example 6.6021
   */
  latitude: nullable(z.number()),
  /** Where it is, in degrees (WGS 84). Null if they did not say. @example 3.3518 */
  longitude: nullable(z.number()),
  /** Whether they have moved. @example false */
  hasMoved: z.boolean(),
  /** Where they live now. Null if they did not say. @example "4 Toyin Street, Ikeja" */
  newAddress: nullableText,
})
export type ApplicantStatementView = z.infer<typeof ApplicantWord>

export const Property = z.object({
  ...shapeFor(propertyFields, 'agent', [
    'houseNumber',
    'generalDescription',
    'buildingDescription',
    'buildingType',
    'buildingStatus',
    'buildingColour',
  ]),
  /** Photos of the house. */
  photos: z.array(
    z.object({
      /** Which photo of the order it is. @example "applicantPhoto1" */
      slot: z.enum(applicantPhotoSlots),
      /** The width, in pixels. @example 1500 */
      width: z.int(),
      /** The height, in pixels. @example 2000 */
      height: z.int(),
      /**
       * A link to the image. It ends after some minutes. Null for agents.
       * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
       */
      photoUrl: nullableText,
      /**
       * A small JPEG in base64, for places without a network. Null for reviewers of a report.
       * @example "/9j/4AAQSkZJRg=="
       */
      thumbnail: nullableText,
    }),
  ),
})
export type Property = z.infer<typeof Property>

/** An assignment, as its agent or a reviewer sees it. */
export const AssignmentResponse = z.object({
  ...work,
  /** What the applicant said on the page behind their link. Null without a link, or until they answer. */
  applicantSays: nullable(ApplicantWord),
  /** What the applicant says and shows of the house. Null unless the product has it. */
  property: nullable(Property),
  /**
   * What agents of other visits told of the house: chosen words, nothing of a person. Empty for reviewers.
   * @example ["askGuard"]
   */
  placeFacts: z.array(z.enum(placeFactNames)),
  /** The report and its evidence. For reviewers alone. Null for agents, and before the report. */
  review: nullable(Review),
})
export type AssignmentResponse = z.infer<typeof AssignmentResponse>

/** `reason`: needed to refuse what a supervisor assigned. */
export const ReleaseQuery = z.object({
  /** Why. Needed to refuse what a supervisor assigned. @example "tooFar" */
  reason: z.optional(z.enum(refusalReasonNames)),
})
export type ReleaseQuery = z.infer<typeof ReleaseQuery>

/** A claim. */
export const ClaimAssignment = z.object({
  /** Where the device is. It helps to judge the evidence. */
  position: orNull(Position),
})
export type ClaimAssignment = z.infer<typeof ClaimAssignment>

/** The claim. */
export const ClaimResponse = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: text,
  /** `claimed` for a visit, `reported` for a review. @example "claimed" */
  way: z.enum(['claimed', 'reported']),
  /** Until when nobody else can claim it. @example "2026-11-20T09:31:00.000Z" */
  leaseUntil: timestamp,
})

/** The colleague, and what they need to know. */
export const HandOverRequest = z.object({
  /**
   * The id of a reviewer who signed in before, or of a client of the operator with that scope. Not the agent
   * of the visit, nor who took the first of two decisions.
   * @example "reviewer-2"
   */
  to: requiredText(200),
  /** What they need to know. It becomes a note of the case. @example "The gate needs a second look." */
  words: noteWords,
})
export type HandOverRequest = z.infer<typeof HandOverRequest>

/** The claim for the colleague. */
export const HandOverResponse = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: text,
  /** The colleague. @example "reviewer-2" */
  to: text,
  /** Until when nobody but the colleague can claim it. @example "2026-11-20T09:31:00.000Z" */
  keptUntil: timestamp,
})

/** What the decision led to. */
export const DecisionResponse = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /** Where the work is. @example "claimed" */
  way: z.enum(['claimed', 'reported', 'decided']),
  /** Whether a second reviewer must confirm it. @example false */
  isStaged: z.boolean(),
  /** The status that the customer reads. Null unless it was decided. */
  status: nullable(Status),
})

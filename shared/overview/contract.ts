import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { digits, id, idInQuery, text, timestamp } from '../http/contract/text.ts'
import { Registry } from '../identity/contract/lookup.ts'
import { type ContradictionReason, contradictionReasons } from '../verification/contract/contradiction.ts'
import { products } from '../verification/contract/product.ts'
import { FoundCase } from '../case/search/contract.ts'

const count = z.int()
const minutes = z.nullable(z.int())
const worker = z.string()
const place = z.nullable(z.int())

/** `staged`: a decision waits for a second reviewer. */
export const workStates = ['open', 'claimed', 'reported', 'staged'] as const
export type WorkState = (typeof workStates)[number]

/** What is due soon is due within a day. */
export const dueSteps = ['late', 'dueSoon', 'dueLater'] as const

export const latenessSteps = ['6h', '1d', '3d', 'more'] as const

/** `visits`: those that are not reported, second visits included; `visited`: those whose report came today. */
export const openCaseLists = ['cases', 'backChecks', 'visits', 'visited'] as const

export const flagFilters = ['strong', 'any'] as const

/** Says which number of the overview or of the fieldwork health the cases are listed of: its fields narrow. */
export const OpenCaseFilter = z.object({
  ...Page.shape,
  /**
   * `cases`, `backChecks`, `visits` that are not reported, or what was `visited` today. Without it: cases,
   * and with `agent` back-checks, too.
   * @example "cases"
   */
  list: z.optional(z.enum(openCaseLists)),
  /** Only cases in this state. @example "open" */
  state: z.optional(z.enum(workStates)),
  /** Only cases that are late, due within a day or due later. @example "late" */
  due: z.optional(z.enum(dueSteps)),
  /** Only cases in this step of lateness. @example "6h" */
  lateBy: z.optional(z.enum(latenessSteps)),
  /** Only cases in this state of Nigeria, by its id. @example 24 */
  stateId: z.optional(idInQuery),
  /** Only cases in this LGA, by its id; 0 for work from a desk. @example 2411 */
  lgaId: z.optional(
    digits(/^(0|[1-9]\d{0,3})$/, 'Expected the id of an LGA, or 0.', { minimum: 0, maximum: 9999 }),
  ),
  /**
   * Only what this agent holds (`claimed`) or has reported (`reported`, staged decisions included), without
   * disputes.
   * @example "agent-1"
   */
  agent: z.optional(text(200)),
  /** Only cases whose visit has flags: `strong` ones, or `any`. @example "strong" */
  flags: z.optional(z.enum(flagFilters)),
})
export type OpenCaseFilter = z.infer<typeof OpenCaseFilter>

/** A case that a number counts. What identifies the applicant is masked. */
export const OpenCase = z.object({
  ...FoundCase.shape,
  /**
   * The id of the work at the desk; that of a dispute or a back-check is its own.
   * @example "1-890123456789012"
   */
  id: FoundCase.shape.id,
  /**
   * The state. `staged`: a decision waits for a second reviewer. `decided` only in `visited`.
   * @example "open"
   */
  state: z.enum([...workStates, 'decided']),
  /** Whether it is a back-check: a second visit after the decision. @example false */
  isBackCheck: z.boolean(),
  /** The id of the LGA of its address. Null of work from a desk. @example 2411 */
  lgaId: place,
  /** When it is due. @example "2026-11-20T09:31:00.000Z" */
  dueAt: timestamp,
  /** Who holds or reported it. Null while anybody can claim it. @example "agent-1" */
  agent: z.nullable(worker),
})
export type OpenCase = z.infer<typeof OpenCase>

/** A page of cases, due first. @property data The cases. */
export const OpenCases = pageSchema(OpenCase)

const Work = z.object({
  /** The number of assignments by state and due time. */
  states: z.array(
    z.object({
      /** The state. `staged`: a decision waits for a second reviewer. @example "open" */
      state: z.enum(workStates),
      /** How many are due in more than a day. @example 12 */
      dueLater: count,
      /** How many are due within a day. @example 3 */
      dueSoon: count,
      /** How many are late. @example 1 */
      late: count,
    }),
  ),
  /** How late the late ones are. Each step begins where the one before ends. */
  lateBy: z.array(
    z.object({
      /** The end of the step; `more` has none. @example "6h" */
      upTo: z.enum(latenessSteps),
      /** How many are in this step. @example 1 */
      count,
    }),
  ),
  /** The same work by LGA, by id. An LGA without work is left out. */
  places: z.array(
    z.object({
      /** The id of the LGA. Null of work from a desk, such as employments. @example 2414 */
      lgaId: place,
      /** How many are due in more than a day. @example 12 */
      dueLater: count,
      /** How many are due within a day. @example 3 */
      dueSoon: count,
      /** How many are late. @example 1 */
      late: count,
    }),
  ),
  /** How many back-checks are open. @example 2 */
  backChecks: count,
  /** Whether there is more work than was counted, before the first count of a stage. @example false */
  isMore: z.boolean(),
  /**
   * When it was counted: now, or, of more than a page, at the last count, which comes every five minutes.
   * @example "2026-11-20T09:30:00.000Z"
   */
  countedAt: timestamp,
})

const EndedOfProduct = z.object({
  /** The product. @example "address" */
  product: z.enum(products),
  /** The number of verifications by outcome. */
  outcomes: z.array(
    z.object({
      /** The `subStatus`. @example "VERIFIED" */
      status: z.string(),
      /** How many ended so. @example 41 */
      count,
    }),
  ),
  /**
   * The median time from order to decision, in minutes; at most a tenth off. Null without decisions.
   * @example 1450
   */
  medianMinutes: minutes,
  /**
   * The time within which nine in ten were decided, in minutes; at most a tenth off. Null without decisions.
   * @example 2600
   */
  p90Minutes: minutes,
})

const AgentLine = z.object({
  /** The id of the person or client. @example "agent-1" */
  id: worker,
  /** How many visits they hold. @example 2 */
  claimed: count,
  /** How many of their reports wait for a reviewer. @example 1 */
  reported: count,
  /** How many were approved. @example 30 */
  approved: count,
  /** How many were rejected. @example 4 */
  rejected: count,
  /** How many were returned to them. @example 2 */
  returned: count,
  /** How many decisions agree with their findings. @example 33 */
  agreed: count,
  /** How many visits were repeated by somebody else. @example 5 */
  backChecked: count,
  /** How many of these agree. @example 5 */
  backCheckAgreed: count,
})

const ReviewerLine = z.object({
  /** The id of the person or client. @example "agent-1" */
  id: worker,
  /** How many they approved. @example 28 */
  approved: count,
  /** How many they rejected. @example 3 */
  rejected: count,
  /** How many they returned. @example 2 */
  returned: count,
  /** How many decisions of theirs another reviewer had to confirm. @example 1 */
  staged: count,
  /** How many they approved whose visit had strong flags, which they answered in words. @example 2 */
  overFlags: count,
  /** How many they approved against what was found, without a second reviewer. @example 0 */
  alone: count,
  /** How many they decided against what was found, by the reason that they gave. */
  against: z.array(
    z.object({
      /** The reason. @example "wording" */
      reason: z.enum(Object.keys(contradictionReasons) as ContradictionReason[]),
      /** How often they gave it. @example 1 */
      count,
    }),
  ),
  /**
   * The median time from report to decision, in minutes; at most a tenth off. Null without decisions.
   * @example 55
   */
  medianWaitMinutes: minutes,
})

const Deliveries = z.object({
  /** How many hours are counted. @example 72 */
  hours: z.int(),
  /** How many arrived. @example 120 */
  delivered: count,
  /** How many were given up. @example 0 */
  failed: count,
  /** How many wait for another attempt. @example 2 */
  waiting: count,
  /** Whether there are more than were counted. @example false */
  isMore: z.boolean(),
  /** Endpoints that fail, or that the service disabled. */
  endpoints: z.array(
    z.object({
      /** The id of the customer’s organisation. @example 12 */
      organisationId: id,
      /** The id of the endpoint. @example 890123456789030 */
      endpointId: id,
      /** `off`: the service disabled it. @example "failing" */
      state: z.enum(['off', 'failing']),
      /** Since when. Null if nobody knows. @example "2026-11-20T09:31:00.000Z" */
      since: z.nullable(timestamp),
    }),
  ),
})

/** What can be stuck, and its remedy. */
export const mends = {
  /** Late, and unclaimed. */
  untaken: 'expire',
  /** Late, claimed and not reported. */
  held: 'release',
  /** Its workflow has missed the due time. */
  forgotten: 'delay',
  /** No workflow runs for it. */
  unstarted: 'reconcile',
  /** Undecided in time, and not expired. */
  unended: 'reconcile',
  /** Final, and its event is not published. */
  untold: 'reconcile',
  /** A look-up whose retry or event is overdue. */
  unanswered: 'reconcile',
  /** A message with a link that failed, or may have. */
  unsent: 'send',
  /** An event whose next attempt is overdue. */
  undelivered: 'resend',
  /** An event after the end of its retry schedule. */
  givenUp: 'resend',
} as const

export type StuckKind = keyof typeof mends
export const stuckKinds = Object.keys(mends) as [StuckKind, ...StuckKind[]]
export type MendAction = (typeof mends)[StuckKind]
export const mendActions = [...new Set(Object.values(mends))] as [MendAction, ...MendAction[]]

const stuckIdPattern = /^[1-9]\d{0,15}-([1-9]\d{0,15}|evt_[a-z0-9_]{1,80}-[1-9]\d{0,15})$/
export const StuckId = z.string().check(z.regex(stuckIdPattern, 'Expected an id from the overview.'))

const Stuck = z.object({
  /**
   * The id of what is stuck: the organisation and the verification, or the event and its endpoint.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /**
   * The id of the case. Null of a look-up, and of an event about an endpoint.
   * @example "1-890123456789012"
   */
  caseId: z.nullable(z.string()),
  /** Why it is stuck. @example "held" */
  kind: z.enum(stuckKinds),
  /** What repairs it. @example "release" */
  action: z.enum(mendActions),
  /** Since when. @example "2026-11-20T09:31:00.000Z" */
  since: timestamp,
  /** The agent who holds it. Null unless somebody holds it. @example "agent-1" */
  by: z.nullable(worker),
  /** The id of the LGA of its address. Null where it is about no address. @example 2414 */
  lgaId: place,
  /** How many photos were recorded and not uploaded. @example 0 */
  photosAwaited: count,
})
export type Stuck = z.infer<typeof Stuck>

/** The state of the service in one mode. It names no customer’s people. */
export const Overview = z.object({
  /** When it was read. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
  /** The mode that it is about: that of the caller. @example "live" */
  mode: TenantMode,
  /** What does not move on by itself. */
  stuck: z.object({
    /** At most 100, the longest first. */
    items: z.array(Stuck),
    /** Whether there is more than is listed. @example false */
    isMore: z.boolean(),
  }),
  /** Live work, without back-checks. */
  work: Work,
  /** What has ended, in the last 7 days and in all days with statistics. */
  ended: z.array(
    z.object({
      /** The number of days. @example 7 */
      days: z.int(),
      /** The outcomes by product. */
      products: z.array(EndedOfProduct),
    }),
  ),
  /** The same by day, oldest first. */
  daily: z.array(
    z.object({
      /** The day, in UTC. @example "2026-11-20" */
      day: z.iso.date(),
      /** How many ended. @example 9 */
      ended: count,
      /**
       * The median time from order to decision, in minutes; at most a tenth off. Null without decisions.
       * @example 1450
       */
      medianMinutes: minutes,
    }),
  ),
  /** What each agent holds now, and how their reports were judged. */
  agents: z.array(AgentLine),
  /** What each reviewer decided. */
  reviewers: z.array(ReviewerLine),
  /** Deliveries to customers’ endpoints, by the last attempt of each event. */
  deliveries: Deliveries,
  /** The health of each registry. */
  registries: z.array(Registry),
})
export type Overview = z.infer<typeof Overview>

export const byStuck = z.object({
  /**
   * The id of what is stuck: the organisation and the verification, or the event and its endpoint.
   * @example "1-890123456789012"
   */
  id: StuckId,
})

/** What to do about something that is stuck. */
export const MendStuck = z.object({
  /** The action that the overview names for it. @example "release" */
  action: z.enum(mendActions),
})

/** What was done. */
export const Mended = z.object({
  /**
   * The id of what is stuck: the organisation and the verification, or the event and its endpoint.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /** What repairs it. @example "release" */
  action: z.enum(mendActions),
})

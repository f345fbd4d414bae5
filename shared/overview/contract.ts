import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { digits, id, idInQuery, text, timestamp } from '../http/contract/text.ts'
import { Registry } from '../identity/contract/lookup.ts'
import { type ContradictionReason, contradictionReasons } from '../verification/contract/contradiction.ts'
import { products } from '../verification/contract/product.ts'
import { FoundCase } from '../work/case-search-contract.ts'

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
  /** Default `cases`; with `agent` back-checks, too. */
  list: z.optional(z.enum(openCaseLists)),
  state: z.optional(z.enum(workStates)),
  due: z.optional(z.enum(dueSteps)),
  lateBy: z.optional(z.enum(latenessSteps)),
  stateId: z.optional(idInQuery),
  /** 0 is work from a desk. */
  lgaId: z.optional(
    digits(/^(0|[1-9]\d{0,3})$/, 'Expected the id of an LGA, or 0.', { minimum: 0, maximum: 9999 }),
  ),
  agent: z.optional(text(200)),
  flags: z.optional(z.enum(flagFilters)),
})
export type OpenCaseFilter = z.infer<typeof OpenCaseFilter>

export const OpenCase = z.object({
  ...FoundCase.shape,
  state: z.enum([...workStates, 'decided']),
  isBackCheck: z.boolean(),
  lgaId: place,
  dueAt: timestamp,
  agent: z.nullable(worker),
})
export type OpenCase = z.infer<typeof OpenCase>

export const OpenCases = pageSchema(OpenCase)

const Work = z.object({
  states: z.array(z.object({ state: z.enum(workStates), dueLater: count, dueSoon: count, late: count })),
  lateBy: z.array(z.object({ upTo: z.enum(latenessSteps), count })),
  /** Where there is any, by LGA; null is work from a desk. */
  places: z.array(z.object({ lgaId: place, dueLater: count, dueSoon: count, late: count })),
  backChecks: count,
  isMore: z.boolean(),
})

const EndedOfProduct = z.object({
  product: z.enum(products),
  outcomes: z.array(z.object({ status: z.string(), count })),
  /** From order to decision; at most a tenth off. Null without decisions. */
  medianMinutes: minutes,
  p90Minutes: minutes,
})

const AgentLine = z.object({
  id: worker,
  claimed: count,
  reported: count,
  approved: count,
  rejected: count,
  returned: count,
  /** Decisions that agree with the agent's findings. */
  agreed: count,
  backChecked: count,
  backCheckAgreed: count,
})

const ReviewerLine = z.object({
  id: worker,
  approved: count,
  rejected: count,
  returned: count,
  staged: count,
  /** Approvals of visits with strong flags, answered in words. */
  overFlags: count,
  /** Approvals against what was found, without a second reviewer. */
  alone: count,
  /** Decisions against what was found, by their reason; reasons that nobody gave are left out. */
  against: z.array(
    z.object({ reason: z.enum(Object.keys(contradictionReasons) as ContradictionReason[]), count }),
  ),
  medianWaitMinutes: minutes,
})

const Deliveries = z.object({
  hours: z.int(),
  delivered: count,
  failed: count,
  waiting: count,
  isMore: z.boolean(),
  /** Those in trouble. */
  endpoints: z.array(
    z.object({
      organisationId: id,
      endpointId: id,
      state: z.enum(['off', 'failing']),
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
  id: z.string(),
  /** The verification that it is about; null of a look-up and of an event about an endpoint. */
  caseId: z.nullable(z.string()),
  kind: z.enum(stuckKinds),
  action: z.enum(mendActions),
  since: timestamp,
  by: z.nullable(worker),
  /** The LGA of late or stale work; null of all else. */
  lgaId: place,
  /** Photos that were recorded and not uploaded. */
  photosAwaited: count,
})
export type Stuck = z.infer<typeof Stuck>

/** The state of the service in one mode. The only persons in it are the operator's own, by id. */
export const Overview = z.object({
  at: timestamp,
  mode: TenantMode,
  stuck: z.object({ items: z.array(Stuck), isMore: z.boolean() }),
  work: Work,
  ended: z.array(z.object({ days: z.int(), products: z.array(EndedOfProduct) })),
  /** Days in UTC. */
  daily: z.array(z.object({ day: z.iso.date(), ended: count, medianMinutes: minutes })),
  agents: z.array(AgentLine),
  reviewers: z.array(ReviewerLine),
  deliveries: Deliveries,
  registries: z.array(Registry),
})
export type Overview = z.infer<typeof Overview>

export const byStuck = z.object({ id: StuckId })

export const MendStuck = z.object({ action: z.enum(mendActions) })

export const Mended = z.object({ id: z.string(), action: z.enum(mendActions) })

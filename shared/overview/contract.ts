import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { id, timestamp } from '../http/contract/text.ts'
import { Registry } from '../identity/contract/lookup.ts'
import { products } from '../verification/contract/product.ts'

const count = z.int()
const minutes = z.nullable(z.int())
const worker = z.string()

/** How far work has come. `staged`: a rejection waits for a second person. */
export const workStates = ['open', 'claimed', 'reported', 'staged'] as const

const WorkInState = z.object({
  state: z.enum(workStates),
  /** Due after more than a day. */
  dueLater: count,
  /** Due within a day. */
  dueSoon: count,
  late: count,
})

/** How late what is late is, in steps. */
export const latenessSteps = ['6h', '1d', '3d', 'more'] as const

const Work = z.object({
  states: z.array(WorkInState),
  lateBy: z.array(z.object({ upTo: z.enum(latenessSteps), count })),
  /** Second visits that nobody waits for, not made yet. */
  backChecks: count,
  /** There is more; what is due first was counted. */
  isMore: z.boolean(),
})

const EndedOfProduct = z.object({
  product: z.enum(products),
  outcomes: z.array(z.object({ status: z.string(), count })),
  /** From order to decision, of what people decided; a tenth off at most. Null where nothing was. */
  medianMinutes: minutes,
  p90Minutes: minutes,
})

const Ended = z.object({ days: z.int(), products: z.array(EndedOfProduct) })

const EndedOnDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  ended: count,
  medianMinutes: minutes,
})

const AgentLine = z.object({
  id: worker,
  /** Now. */
  claimed: count,
  /** Reports that wait now for a reviewer. */
  reported: count,
  approved: count,
  rejected: count,
  returned: count,
  /** Of what was decided, what ended as the agent had found it. */
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
  /** From report to decision. */
  medianWaitMinutes: minutes,
})

const TroubledEndpoint = z.object({
  organisationId: id,
  endpointId: id,
  state: z.enum(['off', 'failing']),
  since: z.nullable(timestamp),
})

const Deliveries = z.object({
  /** Looked at: what was tried within so many hours. */
  hours: z.int(),
  delivered: count,
  failed: count,
  waiting: count,
  /** Of some endpoint there is more; its latest attempts were counted. */
  isMore: z.boolean(),
  endpoints: z.array(TroubledEndpoint),
})

/** What can be stuck, and what the operator can do about it: one table for rules, document and page. */
export const mends = {
  /** Late, and in nobody's hands. */
  untaken: 'expire',
  /** Late, in the hands of an agent who has not reported. */
  held: 'release',
  /** Its due time has passed and its workflow has not noticed. */
  forgotten: 'delay',
  /** No workflow waits on it. */
  unstarted: 'reconcile',
  /** Nobody decided in time, and it was not ended. */
  unended: 'reconcile',
  /** It is final, and nobody was told. */
  untold: 'reconcile',
  /** A look-up that should have been tried again, or told. */
  unanswered: 'reconcile',
  /** A message with a link did not arrive, or nobody knows whether. */
  unsent: 'send',
  /** An event whose next attempt is overdue. */
  undelivered: 'resend',
  /** An event that was tried to the end of its schedule. */
  givenUp: 'resend',
} as const

export type StuckKind = keyof typeof mends
export const stuckKinds = Object.keys(mends) as [StuckKind, ...StuckKind[]]
export type MendAction = (typeof mends)[StuckKind]
export const mendActions = [...new Set(Object.values(mends))] as [MendAction, ...MendAction[]]

/** A verification or look-up with its organisation; a delivery by its event and endpoint, too. */
export const StuckId = z
  .string()
  .check(
    z.regex(
      /^[1-9]\d{0,15}-([1-9]\d{0,15}|evt_[a-z0-9_]{1,80}-[1-9]\d{0,15})$/,
      'Expected an id from the overview.',
    ),
  )

const Stuck = z.object({
  id: z.string(),
  kind: z.enum(stuckKinds),
  action: z.enum(mendActions),
  since: timestamp,
  /** In whose hands it is; null for nobody's. */
  by: z.nullable(worker),
  /** Photos that were announced and have not come. */
  photosAwaited: count,
})
export type Stuck = z.infer<typeof Stuck>

/** How the service stands, in one mode. Of persons it knows the operator's own, by their ids. */
export const Overview = z.object({
  at: timestamp,
  mode: TenantMode,
  stuck: z.object({ items: z.array(Stuck), isMore: z.boolean() }),
  work: Work,
  ended: z.array(Ended),
  daily: z.array(EndedOnDay),
  agents: z.array(AgentLine),
  reviewers: z.array(ReviewerLine),
  deliveries: Deliveries,
  registries: z.array(Registry),
})
export type Overview = z.infer<typeof Overview>

export const byStuck = z.object({ id: StuckId })

export const MendStuck = z.object({ action: z.enum(mendActions) })

export const Mended = z.object({ id: z.string(), action: z.enum(mendActions) })

import { type Caller, operatorOrganisationId } from '../../shared/account/caller.ts'
import { getHeldTask } from '../../shared/work/assignment/access.ts'
import { type Assignment, toAssignmentId } from '../../shared/work/assignment/assignment.ts'
import { deleteClaim } from '../../shared/work/assignment/claim-store.ts'
import { fileReport } from '../../shared/work/assignment/report-store.ts'
import { findingsForOutcome } from '../../shared/work/assignment/visit-report.ts'
import { Fault } from '../../shared/aws/errors.ts'
import type { Middleware } from '../../shared/http/action.ts'
import { Problem, type ProblemCode } from '../../shared/http/contract/problem.ts'
import { sendReconciliations } from '../../shared/outbox/reconcile.ts'
import { simulationOf } from '../../shared/sandbox/agent/report.ts'
import { generateId } from '../../shared/table/id.ts'
import { cancelVerification } from '../../shared/verification/actions.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import { type DecidedOutcome, statusOf } from '../../shared/verification/contract/outcome.ts'
import { verificationTypeOf } from '../../shared/verification/contract/product.ts'
import type { AddressVerification } from '../../shared/verification/verification.ts'
import { sendDeliveries } from '../../shared/webhook/delivery/queue.ts'
import { toResumeSearches } from '../../shared/webhook/delivery/resume-endpoint.ts'
import { changeCallerEndpoint } from '../../shared/webhook/endpoint/caller-endpoint.ts'
import { buildEndpoint, toEndpointChange } from '../../shared/webhook/endpoint/endpoint.ts'
import { insertEndpoint } from '../../shared/webhook/endpoint/store.ts'
import { claimWork } from '../../shared/work/claim.ts'
import { decideReport } from '../../shared/review/review.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { openContainer, placeKeyed } from './ordering.ts'
import { type Act, minuteMs, pick, startMs } from './plan.ts'
import { Broken, died } from './scheduler.ts'
import { latest, type World } from './world.ts'

/* What people and clients do: they ask the product's own code, and ask again if they heard nothing. */

type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>

type Heard<Answer> = { readonly answer: Answer } | { readonly refused: ProblemCode }

const transient: readonly ProblemCode[] = ['unavailable', 'request_in_flight']

const failed = Symbol('failed')

/** What is answered with 5xx is asked again. Anything else that fails is a fault of ours. */
const refusalOf = (error: unknown): { readonly refused: ProblemCode } | typeof failed => {
  if (error instanceof Problem) return { refused: error.code }
  if (error instanceof Fault || (error as Error).name === 'TimeoutError') return failed
  throw error
}

const mostTries = 80

export const ask = async <Answer>(
  world: World,
  who: string,
  work: () => Promise<Answer>,
): Promise<Heard<Answer>> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const end = await world.clock.contain(who, () => work().then(answer => ({ answer }), refusalOf))
    const isHeard = end !== died && end !== failed
    if (isHeard && !('refused' in end && transient.includes(end.refused))) return end
    await world.clock.pass(1000 + world.random() * 20_000)
  }
  throw new Broken(`${who} is never answered`)
}

/** Waits until there is something to see, as people look at a list. Undefined if it does not come. */
export const watch = <Seen>(
  world: World,
  look: () => Seen | undefined,
  mostMs: number,
): Promise<Seen | undefined> =>
  new Promise(resolve => {
    const watcher = (): boolean => {
      if (look() === undefined) return false
      world.clock.after(world.random() * 1500, () => resolve(look()))
      world.watchers.delete(watcher)
      return true
    }
    if (watcher()) return
    world.watchers.add(watcher)
    world.clock.after(mostMs, () => {
      if (world.watchers.delete(watcher)) resolve(look())
    })
  })

export const referenceOf = (order: number): string => `order-${order}`

export const clientOf = ({ tenant, plan }: World): Caller => ({
  ...tenant,
  clientId: 'client',
  scopes: ['addresses', 'employments', 'webhooks'],
  ...(plan.isCapped && { spendCap: 1_000_000 }),
})

export const personOf = ({ tenant }: World, clientId: string): Caller => ({
  clientId,
  organisationId: operatorOrganisationId,
  mode: tenant.mode,
  scopes: [clientId.startsWith('agent') ? 'operations.agent' : 'operations.reviewer'],
})

const containers = new WeakMap<World, readonly Middleware[]>()

const containersOf = (world: World): readonly Middleware[] => {
  const known = containers.get(world) ?? [openContainer(), openContainer()]
  containers.set(world, known)
  return known
}

const bodies = { address: addressOrder, employment: employmentOrder }

const order = async (world: World, act: ActOf<'order'>): Promise<void> => {
  const { verificationType, firstname, isRevisit } = act
  const reference = referenceOf(act.order)
  const body = {
    ...bodies[verificationType]({
      applicant: { firstname, lastname: 'Adeyemi', phone: '08031234567', dob: '1990-04-12' },
    }),
    customerReference: reference,
    ...(verificationType === 'employment' && { currentlyEmployed: false }),
    ...(isRevisit && { allowRevisit: true }),
  }
  const end = await ask(world, reference, () => {
    const nowMs = Date.now()
    // Few ids, so that some are drawn twice.
    const id = generateId(nowMs, pick([0, 0.5], world.random))
    const container = pick(containersOf(world), world.random)
    return placeKeyed(container, {
      verificationType,
      caller: clientOf(world),
      key: reference,
      body,
      id,
      nowMs,
    })
  })
  if ('refused' in end) throw new Broken(`${reference} is refused: ${end.refused}`)
  const { id } = JSON.parse(`${end.answer.content}`) as { id: number }
  const answers = world.answers.get(reference) ?? []
  world.answers.set(reference, [...answers, { verificationId: id, isDuplicate: end.answer.status === 200 }])
}

/** The verification that an order was answered with, or that has its reference already. */
const idOf = (world: World, number: number): Promise<number | undefined> => {
  const reference = referenceOf(number)
  const look = () => {
    const [answer] = world.answers.get(reference) ?? []
    const made = () => [...world.records].find(([, [first]]) => first!.customerReference === reference)?.[0]
    return answer?.verificationId ?? made()
  }
  return watch(world, look, minuteMs)
}

export const assignmentOf = ({ table, tenant }: World, id: number): Assignment | undefined =>
  table.get(assignmentKey(tenant, id)) as unknown as Assignment | undefined

/** As `submitReport` does, with the report that the simulated agent would write. */
export const report = async (caller: Caller, id: string, found: DecidedOutcome): Promise<void> => {
  const { assignment, verification } = await getHeldTask(caller, id)
  const at = new Date().toISOString()
  const { product } = verification
  const findings = findingsForOutcome(found)
  const isFiled = await fileReport(assignment, {
    by: caller.clientId,
    report: simulationOf[product].report(verification as AddressVerification, { at, outcome: found }),
    ...(product !== 'employment' && findings && { findings }),
  })
  if (!isFiled) {
    await getHeldTask(caller, id)
    throw new Problem('unavailable', 'Something else happened to it at this moment. Look again.')
  }
  await deleteClaim(assignment, caller.clientId)
}

const visit = async (world: World, { order: number, found }: ActOf<'visit'>): Promise<void> => {
  const verificationId = await idOf(world, number)
  if (verificationId === undefined) return
  const caller = personOf(world, 'agent-1')
  const id = toAssignmentId({ ...world.tenant, verificationId })
  await watch(world, () => assignmentOf(world, verificationId)?.status, 3 * minuteMs)
  const claimed = await ask(world, 'agent claims', () => claimWork({ caller, id, nowMs: Date.now() }))
  if ('refused' in claimed) return
  for (let reports = 0; reports < 3; reports++) {
    await world.clock.pass(world.random() * 1000)
    const filed = await ask(world, 'agent reports', () => report(caller, id, found))
    if ('refused' in filed && filed.refused !== 'already_reported') return
    const isReturned = () => {
      const { status, agent } = assignmentOf(world, verificationId)!
      return status === 'claimed' && agent === caller.clientId ? true : undefined
    }
    if (!(await watch(world, isReturned, 10 * minuteMs))) return
  }
}

export const requestOf = (outcome: DecidedOutcome | 'return') => {
  if (outcome === 'return') return { decision: 'return', comment: 'Look again.' } as const
  const words = {
    adminComment: 'Ngozi Adeyemi was asked.',
    flagsAnswer: 'Looked at.',
    againstFinding: { reason: 'evidence', explanation: 'Ngozi Adeyemi was seen.' },
  } as never
  return outcome === 'verified'
    ? { decision: 'approve' as const, ...(words as object) }
    : { decision: 'reject' as const, reason: statusOf(outcome).subStatus, ...(words as object) }
}

const decideAs = async (
  world: World,
  { by, outcome }: Pick<ActOf<'decide'>, 'by' | 'outcome'>,
  verificationId: number,
): Promise<void> => {
  const caller = personOf(world, by)
  const id = toAssignmentId({ ...world.tenant, verificationId })
  const end = await ask(world, `${by} decides ${outcome}`, () =>
    decideReport({ caller, id, body: requestOf(outcome) as never, nowMs: Date.now() }),
  )
  const heard = () => {
    if ('refused' in end) return 'refused'
    return end.answer.body.way === 'decided' ? 'done' : 'staged'
  }
  if (outcome !== 'return')
    world.told.push({ verificationId, by, wanted: outcome, heard: heard(), atMs: world.clock.nowMs() })
}

const decide = async (world: World, act: ActOf<'decide'>): Promise<void> => {
  const verificationId = await idOf(world, act.order)
  if (verificationId === undefined) return
  const isReported = () => (assignmentOf(world, verificationId)?.status === 'reported' ? true : undefined)
  const isThere = await watch(world, isReported, 7 * minuteMs)
  if (!isThere && world.random() < 0.7) return
  await decideAs(world, act, verificationId)
}

const cancel = async (world: World, act: ActOf<'cancel'>): Promise<void> => {
  const id = await idOf(world, act.order)
  if (id === undefined) return
  if (act.duringVisit) {
    const isClaimed = () => (assignmentOf(world, id)?.status === 'claimed' ? true : undefined)
    await watch(world, isClaimed, 7 * minuteMs)
  }
  const type = verificationTypeOf[latest(world, id)!.product]
  const end = await ask(world, 'client cancels', () =>
    cancelVerification(type, { caller: clientOf(world), params: { id }, nowMs: Date.now() }),
  )
  const heard = 'refused' in end ? 'refused' : 'done'
  world.told.push({ verificationId: id, by: 'client', wanted: 'cancelled', heard, atMs: world.clock.nowMs() })
}

const register = async (world: World, act: ActOf<'register'>): Promise<void> => {
  const { endpoint: id, events, payload, receiver } = act
  world.receivers.set(id, receiver)
  const body = { url: `https://receivers.example/${id}`, events: [...events], payload }
  await ask(world, 'owner registers', () => {
    const now = new Date().toISOString()
    const { scopes } = clientOf(world)
    return insertEndpoint(buildEndpoint(body as never, { ...world.tenant, id, secrets: [], scopes, now }))
  })
  world.registeredMs.set(id, world.clock.nowMs())
}

/** As `updateWebhook` does: the searches for what it missed are sent before it is enabled. */
const switchTo = async (world: World, { endpoint: id }: { endpoint: number }, enabled: boolean) => {
  const caller = clientOf(world)
  if (enabled) world.switchedOn.add(id)
  await ask(world, `owner switches ${enabled ? 'on' : 'off'}`, () => {
    const nowMs = Date.now()
    return changeCallerEndpoint({ caller, params: { id } }, async before => {
      const now = new Date(nowMs).toISOString()
      if (enabled && !before.enabled) await sendDeliveries(toResumeSearches(before, nowMs))
      return toEndpointChange(before, { enabled } as never, { scopes: caller.scopes, now })
    })
  })
}

export const reconcile = async (world: World): Promise<void> => {
  await ask(world, 'reconcile-all', () => sendReconciliations([world.tenant]))
}

const killWorkflow = async (world: World, number: number): Promise<void> => {
  const id = await idOf(world, number)
  for (const { key, name } of world.workflow.executions.values())
    if (key.verificationId === id) world.workflow.stop(name)
}

const doAct = async (world: World, act: Act): Promise<void> => {
  switch (act.kind) {
    case 'order':
      return order(world, act)
    case 'order again': {
      const first = world.plan.acts.find(each => each.kind === 'order' && each.order === act.order)
      return first && order(world, first as ActOf<'order'>)
    }
    case 'visit':
      return visit(world, act)
    case 'decide':
      return decide(world, act)
    case 'cancel':
      return cancel(world, act)
    case 'register':
      return register(world, act)
    case 'switch off':
      return switchTo(world, act, false)
    case 'switch on':
      return switchTo(world, act, true)
    case 'lose a change':
      world.losing++
      return undefined
    case 'kill the workflow':
      return killWorkflow(world, act.order)
    case 'reconcile':
      return reconcile(world)
  }
}

/** Everything that people do, each at its time. */
export const act = async (world: World): Promise<void> => {
  await Promise.all(
    world.plan.acts.map(async each => {
      await world.clock.pass(startMs + each.atMs - world.clock.nowMs())
      await doAct(world, each)
    }),
  )
}

import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisation, findOrganisations } from '../../shared/account/store.ts'
import { countMessages, redrive as redriveLetters } from '../../shared/aws/dead-letter.ts'
import { setting } from '../../shared/aws/environment.ts'
import { sendReconciliations } from '../../shared/outbox/reconcile.ts'
import { sendDeliveries } from '../../shared/webhook/delivery/queue.ts'
import { earliestRecovery, toRecovery } from '../../shared/webhook/delivery/resumption.ts'
import { listEndpoints as endpointsOf, findEndpoint } from '../../shared/webhook/endpoint/store.ts'
import type { CommandOf } from './command.ts'

/** Where an organisation's events go, and how that goes. */
export const listEndpoints = async ({ organisationId, mode }: CommandOf<'listEndpoints'>) => ({
  endpoints: (await endpointsOf({ organisationId, mode })).map(
    ({ id, url, enabled, events, failingSince, disabledReason }) => ({
      endpointId: id,
      ...{ url, enabled, events, failingSince, disabledReason },
    }),
  ),
})

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

/** Sends anew what did not reach an endpoint between two times, as its owner could. */
export const recoverEndpoint = async (command: CommandOf<'recoverEndpoint'>) => {
  const { organisationId, mode, endpointId } = command
  const nowMs = Date.now()
  const sinceMs = Date.parse(command.since)
  const untilMs = Math.min(nowMs, command.until === undefined ? nowMs : Date.parse(command.until))
  if (sinceMs < earliestRecovery(nowMs)) throw new Error('since: attempts are kept 30 days')
  if (sinceMs >= untilMs) throw new Error('since: expected a time before `until`, and before now')
  const endpoint = await findEndpoint({ organisationId, mode }, endpointId)
  if (!endpoint) throw new Error('endpointId: there is no such endpoint')
  if (!endpoint.enabled)
    throw new Error('endpointId: it is switched off; switched on, it is sent what is pending')
  const span = { since: iso(sinceMs), until: iso(untilMs) }
  await sendDeliveries([toRecovery(endpoint, span, nowMs)])
  return { endpointId, ...span }
}

/** What every queue's consumer gave up on. */
export const listDeadLetters = async () => {
  const queues = Object.entries(setting('DEAD_LETTERS'))
  const counted = queues.map(async ([queue, { from }]) => ({ queue, deadLetters: await countMessages(from) }))
  return { queues: await Promise.all(counted) }
}

/** So long a redrive goes on, within the function's 60 s. */
const redriveMs = 40_000

/** Puts what a queue's consumer gave up on back into the queue. Once more is harmless. */
export const redrive = async ({ queue }: CommandOf<'redrive'>) => {
  const letters = setting('DEAD_LETTERS')[queue]
  if (!letters) throw new Error(`queue: expected one of ${Object.keys(setting('DEAD_LETTERS')).join(', ')}`)
  const moved = await redriveLetters(letters, Date.now() + redriveMs)
  return { queue, moved, left: await countMessages(letters.from) }
}

const idsOf = async (organisationId: number | undefined): Promise<readonly number[]> => {
  if (organisationId === undefined) return (await findOrganisations()).map(({ id }) => id)
  if (!(await findOrganisation(organisationId)))
    throw new Error('organisationId: there is no such organisation')
  return [organisationId]
}

/** Has what a gap of the stream left behind looked for now, as the schedule does every hour: of everybody, or of one. */
export const reconcile = async ({ organisationId, mode }: CommandOf<'reconcile'>) => {
  const modes = mode === undefined ? TenantMode.options : [mode]
  const ids = await idsOf(organisationId)
  const tenants = ids.flatMap(id => modes.map(one => ({ organisationId: id, mode: one })))
  await sendReconciliations(tenants)
  return { reconciling: tenants }
}

/** Which stage this is, and where its API is found. */
export const showStage = async () => ({ stage: setting('STAGE'), url: setting('API_URL') })

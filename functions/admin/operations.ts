import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisation, findOrganisations } from '../../shared/account/store.ts'
import { countMessages, redrive as redriveLetters } from '../../shared/aws/dead-letter.ts'
import { setting } from '../../shared/aws/environment.ts'
import { sendReconciliations } from '../../shared/outbox/reconcile.ts'
import { findDataFormat, recordDeployment as record } from '../../shared/format/data-format-store.ts'
import { rotateDataKey, toDataKeySummary } from '../../shared/table/data-key-rotation.ts'
import { findDataKeys } from '../../shared/table/data-key-store.ts'
import { rotateKey } from '../../shared/table/rotating-key-store.ts'
import { listKeys, markKeyCompromised, toReceiptKeySummary } from '../../shared/signing/rotation.ts'
import { receiptKeys } from '../../shared/signing/signing.ts'
import { sendDeliveries } from '../../shared/webhook/delivery/queue.ts'
import { earliestResend, toMissedSearch } from '../../shared/webhook/delivery/resume-endpoint.ts'
import { listEndpoints as endpointsOf, findEndpoint } from '../../shared/webhook/endpoint/store.ts'
import type { CommandOf } from './command.ts'

export const listEndpoints = async ({ organisationId, mode }: CommandOf<'listEndpoints'>) => ({
  endpoints: (await endpointsOf({ organisationId, mode })).map(
    ({ id: endpointId, url, enabled, events, failingSince, disabledReason }) => ({
      endpointId,
      url,
      enabled,
      events,
      failingSince,
      disabledReason,
    }),
  ),
})

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

/** Resends what did not reach an endpoint between two times, as its owner could. */
export const recoverEndpoint = async (command: CommandOf<'recoverEndpoint'>) => {
  const { organisationId, mode, endpointId } = command
  const nowMs = Date.now()
  const sinceMs = Date.parse(command.since)
  const untilMs = Math.min(nowMs, command.until === undefined ? nowMs : Date.parse(command.until))
  if (sinceMs < earliestResend(nowMs)) throw new Error('since: attempts are kept 30 days')
  if (sinceMs >= untilMs) throw new Error('since: expected a time before `until`, and before now')
  const endpoint = await findEndpoint({ organisationId, mode }, endpointId)
  if (!endpoint) throw new Error('endpointId: there is no such endpoint')
  if (!endpoint.enabled)
    throw new Error('endpointId: it is disabled; once enabled, it receives what is pending')
  const span = { since: iso(sinceMs), until: iso(untilMs) }
  await sendDeliveries([toMissedSearch(endpoint, span, nowMs)])
  return { endpointId, ...span }
}

export const listDeadLetters = async () => {
  const queues = Object.entries(setting('DEAD_LETTERS'))
  const counted = queues.map(async ([queue, { from }]) => ({ queue, deadLetters: await countMessages(from) }))
  return { queues: await Promise.all(counted) }
}

/** Within the function's 60 s. */
const redriveMs = 40_000

/** Once more is harmless. */
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

/** Does now what the schedule does every hour: of everybody, or of one. */
export const reconcile = async ({ organisationId, mode }: CommandOf<'reconcile'>) => {
  const modes = mode === undefined ? TenantMode.options : [mode]
  const ids = await idsOf(organisationId)
  const reconciling = ids.flatMap(id => modes.map(one => ({ organisationId: id, mode: one })))
  await sendReconciliations(reconciling)
  return { reconciling }
}

/** `data` is null before the first deployment is complete. */
export const showStage = async () => ({
  stage: setting('STAGE'),
  url: setting('API_URL'),
  version: setting('VERSION'),
  data: (await findDataFormat()) ?? null,
})

export const recordDeployment = async ({ moment, ...release }: CommandOf<'recordDeployment'>) => ({
  data: await record(release, moment),
})

/** Oldest first, without the keys themselves. */
export const listDataKeys = async () => ({ keys: (await findDataKeys()).map(toDataKeySummary) })

const alreadyPending = (from: string) => new Error(`command: a new key takes over already, at ${from}`)

/** The new key encrypts what is written from then on; with the first key encryption begins. */
export const rotateDataKeys = async () => {
  const rotation = await rotateDataKey(Date.now())
  if ('pending' in rotation) throw alreadyPending(rotation.pending.from)
  return toDataKeySummary(rotation.next)
}

/** Oldest first, without what signs. */
export const listReceiptKeys = async () => ({ keys: await listKeys() })

/** The old key signs on for what was final before. */
export const rotateReceiptKey = async () => {
  const rotation = await rotateKey(receiptKeys, Date.now())
  if (!rotation) throw new Error('command: there is no key yet; the first organisation makes one')
  if ('pending' in rotation) throw alreadyPending(rotation.pending.from)
  return toReceiptKeySummary(rotation.next)
}

export const distrustReceiptKey = async ({ kid, since }: CommandOf<'distrustReceiptKey'>) => {
  const keys = await markKeyCompromised(kid, new Date(since).toISOString(), Date.now())
  if (!keys) throw new Error('kid: there is no such key')
  return { keys: keys.map(toReceiptKeySummary) }
}

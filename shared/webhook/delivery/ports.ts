import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { callReceiver, type ReceiverRequest } from '../endpoint/receiver.ts'
import type { CallMade } from '../transport/attempt.ts'
import { sendDeliveries } from './queue.ts'

/** What the dispatcher needs of the world. */
export interface DeliveryPorts {
  readonly send: typeof sendDeliveries
  readonly attempt: (request: ReceiverRequest) => Promise<CallMade>
  /** The waits between attempts, in seconds. */
  readonly schedule: () => readonly number[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly log: typeof log
}

export const deliveryPorts: DeliveryPorts = {
  send: sendDeliveries,
  attempt: request => callReceiver(request, setting('WEBHOOK_TIMEOUT_SECONDS')),
  schedule: () => setting('WEBHOOK_RETRY_SECONDS'),
  now: Date.now,
  random: Math.random,
  log,
}

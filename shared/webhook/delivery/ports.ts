import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { callReceiver } from '../endpoint/receiver.ts'
import { sendDeliveries } from './queue.ts'

/** What the dispatcher needs of the world. */
export interface DeliveryPorts {
  readonly send: typeof sendDeliveries
  readonly attempt: typeof callReceiver
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
  attempt: callReceiver,
  schedule: () => setting('WEBHOOK_RETRY_SECONDS'),
  now: Date.now,
  random: Math.random,
  log,
}

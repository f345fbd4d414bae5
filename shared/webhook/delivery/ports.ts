import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import { callReceiver, type ReceiverRequest } from '../endpoint/receiver.ts'
import type { CallRecord } from '../transport/attempt.ts'
import { type Delivery, sendDeliveries } from './queue.ts'
import type { AttemptResult } from './result.ts'

export interface DeliveryPorts {
  readonly send: typeof sendDeliveries
  /** Sends a delivery to the slow lane; absent in that lane. */
  readonly divert?: (delivery: Delivery) => Promise<void>
  readonly attempt: (request: ReceiverRequest) => Promise<CallRecord>
  readonly schedule: () => readonly number[]
  readonly now: () => number
  readonly after: (seconds: number, work: () => Promise<void>) => () => void
  readonly random: () => number
  readonly log: typeof log
  readonly countAttempt: (mode: Delivery['mode'], result: AttemptResult['result']) => void
}

export const slowLanePorts: DeliveryPorts = {
  send: sendDeliveries,
  attempt: request => callReceiver(request, setting('WEBHOOK_TIMEOUT_SECONDS')),
  schedule: () => setting('WEBHOOK_RETRY_DELAYS_SECONDS'),
  now: Date.now,
  after: (seconds, work) => {
    const timer = setTimeout(() => void work(), seconds * 1000)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  log,
  countAttempt: (mode, result) =>
    emitMetrics(
      toMeasurement({ mode }, { DeliveryAttempts: 1, DeliveryFailures: result === 'delivered' ? 0 : 1 }),
      toMeasurement({ mode, result }, { DeliveryResults: 1 }),
    ),
}

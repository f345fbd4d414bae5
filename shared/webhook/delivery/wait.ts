import { messageInTime } from '../../aws/queue.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { gateOf, probeIntervalSeconds, waitUntilMs } from '../endpoint/health.ts'
import { takeProbe } from '../endpoint/health-store.ts'
import type { Delivery } from './message.ts'
import type { DeliveryPorts } from './ports.ts'

/** Puts a delivery back until its time. */
export const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([messageInTime(delivery, now())])

/** Lets a delivery wait for its failing endpoint. It is not tried, and no attempt is counted. */
export const hold = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

/** Whether an attempt may be made now. Of all that ask while the endpoint fails, one gets the probe. */
export const mayPass = async (endpoint: Endpoint, { now }: DeliveryPorts): Promise<boolean> => {
  const nowMs = now()
  const gate = gateOf(endpoint, nowMs)
  if (gate !== 'probe') return gate === 'pass'
  const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
  return takeProbe(endpoint, new Date(nextProbeMs).toISOString())
}

import type { Endpoint } from '../domain/endpoint.ts'
import { gateOf, probeIntervalSeconds, waitUntilMs } from '../domain/endpoint-health.ts'
import type { Delivery } from '../domain/message.ts'
import { claimProbe } from '../table/endpoint-health.ts'
import type { DeliveryPorts } from './delivery-ports.ts'
import { messageInTime } from './owned-message.ts'

/** Puts a delivery back until its time. */
export const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([messageInTime(delivery, now())])

/** Lets a delivery wait for its failing endpoint. It is not tried, and no attempt is counted. */
export const hold = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

/** Whether an attempt may be made now. Of all that ask while the endpoint fails, one gets the probe. */
export const mayPass = async (endpoint: Endpoint, { database, now }: DeliveryPorts): Promise<boolean> => {
  const nowMs = now()
  const gate = gateOf(endpoint, nowMs)
  if (gate !== 'probe') return gate === 'pass'
  const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
  return claimProbe(database, endpoint, new Date(nextProbeMs).toISOString())
}

import { deliver } from './delivery.ts'
import type { DispatcherMessage } from './message.ts'
import { type DeliveryPorts, slowLanePorts } from './ports.ts'
import { runRecovery } from './recovery.ts'
import { releaseWaiting } from './release.ts'
import { sendSlowDelivery } from './slow-lane.ts'

/** The world as the first lane finds it: all deliveries begin there, and those to slow receivers leave it. */
const firstLanePorts: DeliveryPorts = { ...slowLanePorts, divert: sendSlowDelivery }

/** Does what a message of the queue `deliveries` says. */
export const dispatch = (
  message: DispatcherMessage,
  ports: DeliveryPorts = firstLanePorts,
): Promise<void> => {
  if (!('kind' in message)) return deliver(message, ports)
  return message.kind === 'recovery' ? runRecovery(message, ports) : releaseWaiting(message, ports)
}

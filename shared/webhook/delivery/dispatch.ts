import { deliver } from './delivery.ts'
import type { DispatcherMessage } from './message.ts'
import { type DeliveryPorts, deliveryPorts } from './ports.ts'
import { recover } from './recovery.ts'
import { release } from './release.ts'

/** Does what a message of the queue `deliveries` says. */
export const dispatch = (message: DispatcherMessage, ports: DeliveryPorts = deliveryPorts): Promise<void> => {
  if (!('kind' in message)) return deliver(message, ports)
  return message.kind === 'recovery' ? recover(message, ports) : release(message, ports)
}

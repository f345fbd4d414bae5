import { toMessage } from '../../aws/sqs.ts'
import { findEndpoint } from '../endpoint/store.ts'
import type { DeliveryPorts } from './ports.ts'
import type { MissedSearch } from './queue.ts'
import { resendMissed } from './resend-missed.ts'

/** Searches one page for what an endpoint lacks. The next page is a message of its own. */
export const search = async (message: MissedSearch, ports: DeliveryPorts): Promise<void> => {
  const endpoint = await findEndpoint(message, message.endpointId)
  if (!endpoint?.enabled) return
  const { messages, next } = await resendMissed(message, endpoint, ports)
  await ports.send(messages)
  if (next) await ports.send([toMessage({ ...message, after: next })])
}

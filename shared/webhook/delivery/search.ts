import { toMessage } from '../../aws/sqs.ts'
import { findEndpoint } from '../endpoint/store.ts'
import type { DeliveryPorts } from './ports.ts'
import type { MissedSearch, WaitingSearch } from './queue.ts'
import { releaseWaiting } from './release-waiting.ts'
import { resendMissed } from './resend-missed.ts'

/** Searches one page for what an endpoint lacks or what waits for it. The next page is a message of its own. */
export const search = async (message: MissedSearch | WaitingSearch, ports: DeliveryPorts): Promise<void> => {
  const endpoint = await findEndpoint(message, message.endpointId)
  if (!endpoint?.enabled) return
  const { messages, next } =
    message.kind === 'recovery'
      ? await resendMissed(message, endpoint, ports.now())
      : await releaseWaiting(message, endpoint, ports)
  await ports.send(messages)
  if (next) await ports.send([toMessage({ ...message, after: next })])
}

import { processMessages } from '../../shared/aws/batch.ts'
import { dispatch } from '../../shared/webhook/delivery/dispatch.ts'
import type { DispatcherMessage } from '../../shared/webhook/delivery/message.ts'

/**
 * The dispatcher: one message is one attempt, or one page of a search for what is missing or waits; all of a batch run
 * at the same time.
 */
export const handler = processMessages<DispatcherMessage>(message => dispatch(message))

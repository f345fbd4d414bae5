import { errorLogFields } from '../../aws/log.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { slowAfterSeconds } from '../endpoint/health.ts'
import { recordSlowness } from '../endpoint/health-store.ts'
import type { DeliveryPorts } from './ports.ts'

/** A note that cannot be made is left to the next slow attempt: no delivery comes to harm by it. */
const note = async (endpoint: Endpoint, { now, log }: DeliveryPorts): Promise<void> => {
  try {
    await recordSlowness(endpoint, now())
  } catch (error) {
    log('slowness.not-recorded', errorLogFields(error))
  }
}

/**
 * Waits for a receiver, and notes that it is slow while it still takes its time: by the first answer a burst could
 * have taken every place there is.
 */
export const withSlownessCheck = async <Answer>(
  answer: Promise<Answer>,
  endpoint: Endpoint,
  ports: DeliveryPorts,
): Promise<Answer> => {
  let noted: Promise<void> | undefined
  const callOff = ports.after(slowAfterSeconds, () => {
    noted = note(endpoint, ports)
    return noted
  })
  try {
    return await answer
  } finally {
    callOff()
    await noted
  }
}

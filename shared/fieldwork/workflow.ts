import { startExecution, stopExecution } from '../aws/state-machine.ts'
import type { VerificationKey } from '../table/tenant.ts'

/** Ids are unique across organisations, so one names an execution. */
const nameOf = ({ verificationId }: VerificationKey): string => `verification-${verificationId}`

/** Starts the completion of a verification; once, however often it is called. Its input is the three ids and nothing else. */
export const startCompletion = (key: VerificationKey): Promise<void> => startExecution(nameOf(key), key)

/** Stops the completion of a verification that its customer cancelled. */
export const stopCompletion = (key: VerificationKey): Promise<void> => stopExecution(nameOf(key), 'Cancelled')

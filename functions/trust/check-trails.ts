import { checkRound } from '../../shared/trust/trail-log/check.ts'

/** Looks whether what was logged of trails is still in the table. */
export const handler = (): Promise<void> => checkRound(Date.now())

import { checkRound } from '../../shared/log/check.ts'

/** Looks whether what was logged of trails is still in the table. */
export const handler = (): Promise<void> => checkRound(Date.now())

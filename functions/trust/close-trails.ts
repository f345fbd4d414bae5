import { closeHours } from '../../shared/trust/trail-log/close-hours.ts'

/** Puts what trails say of the hours that are over where nobody can take it away. */
export const handler = async (): Promise<void> => {
  await closeHours(Date.now())
}

import { closeHours } from '../../shared/log/close-hours.ts'

/** Writes the trail log of past hours to the locked bucket, from which nobody can remove it. */
export const handler = async (): Promise<void> => {
  await closeHours(Date.now())
}

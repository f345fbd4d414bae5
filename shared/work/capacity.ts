import { setting } from '../aws/environment.ts'

/** How many visits an agent may hold. */
export const claimsOf = (dailyCapacity: number | undefined): number => {
  const { claimsPerAgent } = setting('FIELDWORK_LIMITS')
  return Math.min(claimsPerAgent, dailyCapacity ?? claimsPerAgent)
}

/** File handles: every container, connection and file of the region takes some of the few that a process may have. */
import { readdirSync } from 'node:fs'

/**
 * 32 idle containers and those at work take about ten each, connections one: 376 were seen with eight callers at a
 * time, and whoever tries it out with a hundred needs as much again.
 */
export const neededFileHandles = 1024

/** How many this process may have, as the system lets it. Node has raised it to the hard limit already. */
export const fileHandleLimit = (): number => {
  // Without it the report would ask for the names of all addresses that this process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: Record<string, { soft: unknown }> }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** @throws Error if they will not do for the region under load */
export const requireFileHandles = (limit: number): void => {
  if (limit < neededFileHandles)
    throw new Error(
      `Too few file handles: ${limit} may be open, ${neededFileHandles} are needed. Raise the limit with: ulimit -n ${neededFileHandles}`,
    )
}

/** The last ones are not waited for: with none left, nothing can be opened to say so. */
const reserve = 16

/** @throws Error if nearly all of them are open */
export const refuseExhaustedHandles = (limit: number): void => {
  const open = openHandles(limit)
  if (open > limit - reserve)
    throw new Error(`Out of file handles: ${open} of ${limit} are open. Raise the limit with: ulimit -n`)
}

const openHandles = (limit: number): number => {
  try {
    return readdirSync('/dev/fd').length
  } catch {
    return limit
  }
}

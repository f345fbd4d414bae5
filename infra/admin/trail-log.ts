import type { LogFinding } from '../../shared/trust/trail-log/check.ts'
import type { CommandOptions } from './admin-command.ts'
import { RefusedError } from './exit.ts'
import { invoke } from './invoke.ts'
import type { AdminTarget } from './target.ts'

export interface LogChecked {
  readonly heads: number
  readonly entries: number
}

type Answer = LogChecked & { readonly findings: readonly (LogFinding & { readonly why: string })[] }

const lineOf = ({
  hour,
  fault,
  why,
  organisationId,
  mode,
  verificationId,
  n,
}: Answer['findings'][number]) => {
  const entry = n === undefined ? '' : `, entry ${n} of ${organisationId} ${mode} ${verificationId}`
  return `${hour}${entry} (${fault}): ${why}`
}

/** @throws RefusedError that names every finding */
export const checkTrailLog = async (given: CommandOptions, place: AdminTarget): Promise<LogChecked> => {
  const { findings, ...rest } = (await invoke(place, { command: 'checkTrailLog', ...given })) as Answer
  if (findings.length > 0) throw new RefusedError(findings.map(lineOf).join('\n'))
  return rest
}

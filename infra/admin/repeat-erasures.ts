import type { Erasure } from '../../shared/trust/erasure.ts'
import type { ErasureMark } from '../../shared/trust/erasure-mark.ts'
import type { CommandContext, CommandOptions } from './admin-command.ts'
import { RefusedError } from './exit.ts'
import { invoke } from './invoke.ts'
import type { AdminTarget } from './target.ts'

interface RepeatedErasure extends ErasureMark {
  /** `nothing` for a verification accepted after the point in time of a restored table. */
  readonly found: 'nothing' | 'tombstone' | 'record'
}

export interface RepeatResult {
  readonly dryRun: boolean
  readonly erased: readonly RepeatedErasure[]
}

const unlessNothing = (error: unknown): undefined => {
  if (error instanceof RefusedError && error.message.includes('there is no such verification'))
    return undefined
  throw error
}

const eraseAgain = async (
  place: AdminTarget,
  one: ErasureMark,
  dryRun: boolean,
): Promise<RepeatedErasure> => {
  const { erasedAt: _, ...key } = one
  const answer = await invoke(place, { command: 'erase', ...key, dryRun }).catch(unlessNothing)
  const [erasure] = (answer as { readonly erased: readonly Erasure[] } | undefined)?.erased ?? []
  if (!erasure) return { ...one, found: 'nothing' }
  return { ...one, found: erasure.erasedBefore ? 'tombstone' : 'record' }
}

/** @throws RefusedError, UnreachableError */
export const repeatErasures = async (
  { since }: CommandOptions,
  place: AdminTarget,
  { isSure }: CommandContext,
): Promise<RepeatResult> => {
  const { erased } = (await invoke(place, { command: 'listErasures', since })) as {
    erased: readonly ErasureMark[]
  }
  const again: RepeatedErasure[] = []
  for (const one of erased) again.push(await eraseAgain(place, one, !isSure))
  return { dryRun: !isSure, erased: again }
}

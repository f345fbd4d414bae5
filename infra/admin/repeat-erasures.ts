import type { Erasure } from '../../shared/subject/erasure.ts'
import type { ErasureMark } from '../../shared/subject/erasure-mark.ts'
import type { AdminCall } from './admin-command.ts'
import { type AdminTarget, invoke, RefusedError } from './target.ts'

interface ErasureList<Erased> {
  readonly erased: readonly Erased[]
}

/** `nothing` for a verification accepted after the point in time of a restored table. */
const eraseAgain = async (target: AdminTarget, { erasedAt: _, ...key }: ErasureMark, dryRun: boolean) => {
  try {
    const answer = (await invoke(target, { command: 'erase', ...key, dryRun })) as ErasureList<Erasure>
    const [erasure] = answer.erased
    if (!erasure) return 'nothing'
    return erasure.erasedBefore ? 'tombstone' : 'record'
  } catch (error) {
    const isGone = error instanceof RefusedError && error.message.includes('there is no such verification')
    if (isGone) return 'nothing'
    throw error
  }
}

/** @throws RefusedError, UnreachableError */
export const repeatErasures = async ({ given: { since }, target, isSure }: AdminCall) => {
  const { erased } = (await invoke(target, { command: 'listErasures', since })) as ErasureList<ErasureMark>
  const again: object[] = []
  for (const one of erased) again.push({ ...one, found: await eraseAgain(target, one, !isSure) })
  return { dryRun: !isSure, erased: again }
}

import { toCheckedTrail } from '../../shared/trail/check.ts'
import { readTrail } from '../../shared/trail/store.ts'
import type { CommandOf } from './command.ts'

/** Exports a verification's trail, whole and with what checking it comes to: `npm run admin -- trail check` does so anew. */
export const trail = async ({ command: _, ...key }: CommandOf<'trail'>) => {
  const entries = await readTrail(key)
  if (entries.length === 0) throw new Error('verificationId: it has no trail')
  return toCheckedTrail(key, entries)
}

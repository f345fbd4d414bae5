import { type Flag, isStrong } from './flags.ts'

export const countFlags = (flags: readonly Flag[] = []) => {
  const strongFlags = flags.filter(isStrong).length
  return { strongFlags, weakFlags: flags.length - strongFlags }
}

import type { Stage } from './stage.ts'
import { isStageName, stages } from './stages.ts'

/** A value that the command line hands over by `-c name=value`. */
type ReadContext = (name: string) => unknown

/** What `npm run deploy` found. */
const withIncomplete = (stage: Stage, incomplete: unknown): Stage =>
  typeof incomplete === 'string' ? { ...stage, incomplete: incomplete.split(',') } : stage

/** A fix while alarms are active: they would stop its canary. */
const withCanary = (stage: Stage, canary: unknown): Stage =>
  canary === 'no' && stage.change !== 'at once' ? { ...stage, change: { canaryMinutes: 0 } } : stage

/** The stage that the command line asks for; undefined if there is none of this name. */
export const readStage = (read: ReadContext): Stage | undefined => {
  const name = read('stage') ?? 'dev'
  if (!isStageName(name)) return undefined
  return withIncomplete(withCanary(stages[name], read('canary')), read('incomplete'))
}

/** `node assembly-process.ts STAGE FOLDER`, the stage as JSON. */
import type { Stage } from '../stage.ts'
import { synthesise } from '../synthesise.ts'

const [, , settings = '', folder = ''] = process.argv
try {
  synthesise(JSON.parse(settings) as Stage, folder)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

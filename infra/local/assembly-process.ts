/** `node assembly-process.ts STAGE FOLDER`, the stage as JSON. Prints each step that it begins. */
import type { StageSettings } from '../stage-settings.ts'
import { bundleAll, synthesise } from '../synthesise.ts'

const [, , given = '', folder = ''] = process.argv
try {
  const settings = JSON.parse(given) as StageSettings
  console.log('bundling the functions, rendering the guides')
  const bundles = bundleAll(settings, `${folder}/functions`)
  console.log('making the templates')
  synthesise(settings, folder, { bundles })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

import { App } from 'aws-cdk-lib'
import { readStage } from './stage-context.ts'
import { stages } from './stages.ts'
import { synthesise } from './synthesise.ts'

/** Only to read what the command line hands over: `-c` values and the output folder. */
const commandLine = new App({ autoSynth: false })
const read = (name: string): unknown => commandLine.node.tryGetContext(name)

const stage = readStage(read)
if (stage) synthesise(stage, commandLine.outdir, { isChecked: true })
else {
  console.error(
    `There is no stage "${read('stage')}". Pass -c stage= with one of: ${Object.keys(stages).join(', ')}.`,
  )
  process.exitCode = 1
}

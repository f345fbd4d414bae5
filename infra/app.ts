import { App } from 'aws-cdk-lib'
import { describeFaults, faultsOf } from './stage-settings.ts'
import { readStage, stages } from './stages.ts'
import { synthesise } from './synthesise.ts'

/** Only to read what the command line hands over: `-c` values and the output folder. */
const commandLine = new App({ autoSynth: false })
const read = (name: string): unknown => commandLine.node.tryGetContext(name)

const refuse = (sentence: string): void => {
  console.error(sentence)
  process.exitCode = 1
}

const stage = readStage(read)
if (!stage)
  refuse(
    `There is no stage "${read('stage')}". Pass -c stage= with one of: ${Object.keys(stages).join(', ')}.`,
  )
else if (faultsOf(stage).length > 0) refuse(describeFaults(stage))
else synthesise(stage, commandLine.outdir, { isChecked: true })

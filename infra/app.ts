import { App } from 'aws-cdk-lib'
import { isStageName, type Stage, stages } from './stages.ts'
import { synthesise } from './synthesise.ts'

/** Only to read what the command line hands over: `-c` values and the output folder. */
const commandLine = new App({ autoSynth: false })
const stageName: unknown = commandLine.node.tryGetContext('stage') ?? 'dev'
const alarmEmail: unknown = commandLine.node.tryGetContext('alarmEmail')

const withAlarmEmail = (stage: Stage): Stage =>
  typeof alarmEmail === 'string' ? { ...stage, alarms: { ...stage.alarms, email: alarmEmail } } : stage

/** What `npm run deploy` found. */
const incomplete: unknown = commandLine.node.tryGetContext('incomplete')
const withIncomplete = (stage: Stage): Stage =>
  typeof incomplete === 'string' ? { ...stage, incomplete: incomplete.split(',') } : stage

/** A fix while alarms are active: they would stop its canary. */
const isUrgent = commandLine.node.tryGetContext('canary') === 'no'
const withCanary = (stage: Stage): Stage =>
  isUrgent && stage.change !== 'at once' ? { ...stage, change: { canaryMinutes: 0 } } : stage

if (isStageName(stageName)) {
  synthesise(withIncomplete(withCanary(withAlarmEmail(stages[stageName]))), commandLine.outdir, {
    isChecked: true,
  })
} else {
  console.error(
    `There is no stage "${stageName}". Pass -c stage= with one of: ${Object.keys(stages).join(', ')}.`,
  )
  process.exitCode = 1
}

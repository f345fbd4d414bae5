import { App } from 'aws-cdk-lib'
import { readStage } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { withReaders } from '../support/with-readers.ts'

/* As `infra/app.ts`, for a stage whose operator has said who reads its alarms. */

const commandLine = new App({ autoSynth: false })
const stage = readStage(name => commandLine.node.tryGetContext(name))
synthesise(withReaders(stage!), commandLine.outdir, { isChecked: true })

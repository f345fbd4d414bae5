import * as z from 'zod/mini'
import { type LogFields, log } from '../../shared/aws/log.ts'
import { Command } from './command.ts'
import { listDataKeys, rotateDataKeys } from './data-keys.ts'
import { decide } from './decide.ts'
import { listDeadLetters, listEndpoints, recoverEndpoint, redrive } from './deliveries.ts'
import { erase, listErasures } from './erase.ts'
import { exportData, find } from './export.ts'
import { listLedger } from './ledger.ts'
import {
  changeScopes,
  createClient,
  createOrganisation,
  listClients,
  listOrganisations,
  removeClient,
  revokeTokens,
  rotateSecret,
  setAlertAddress,
} from './onboard.ts'
import { disablePerson, enablePerson, endSessions, listPeople } from './people.ts'
import { listPrices } from './prices.ts'
import { distrustReceiptKey, listReceiptKeys, rotateReceiptKey } from './receipt-keys.ts'
import { reconcile } from './reconcile.ts'
import { showVerification } from './show.ts'
import { removeSpendCap, setSpendCap, showSpend } from './spend.ts'
import { showStage } from './stage.ts'
import { listStuck } from './stuck.ts'
import { trail } from './trail.ts'
import { checkTrailLog } from './trail-log.ts'

const commands: {
  [Name in Command['command']]: (command: Extract<Command, { command: Name }>) => Promise<object>
} = {
  createOrganisation,
  listOrganisations,
  setAlertAddress,
  createClient,
  listClients,
  changeScopes,
  setSpendCap,
  removeSpendCap,
  showSpend,
  rotateSecret,
  revokeTokens,
  removeClient,
  showStage,
  listPrices,
  listLedger,
  listPeople,
  disablePerson,
  enablePerson,
  endSessions,
  showVerification,
  listStuck,
  decide,
  find,
  export: exportData,
  erase,
  listErasures,
  trail,
  checkTrailLog,
  listEndpoints,
  recoverEndpoint,
  listDeadLetters,
  redrive,
  reconcile,
  listReceiptKeys,
  rotateReceiptKey,
  distrustReceiptKey,
  listDataKeys,
  rotateDataKeys,
}

type About = Pick<LogFields, 'organisationId' | 'mode' | 'verificationId' | 'clientId' | 'endpointId'> & {
  readonly dryRun?: boolean | undefined
}

/** What a command is about, by ids: what was done since a time can be found, and done again after a restore. */
const aboutOf = (command: Command, answer: object): LogFields => {
  const about = { ...answer, ...command } as About
  const { dryRun, organisationId, mode, verificationId, clientId, endpointId } = about
  return { organisationId, mode, verificationId, clientId, endpointId, ...(dryRun && { result: 'dry-run' }) }
}

const refusal = (error: z.core.$ZodError): Error =>
  new Error(error.issues.map(issue => `${issue.path.join('.') || 'command'}: ${issue.message}`).join('; '))

/**
 * The operator's hand: `aws lambda invoke` with one command. Who may invoke it is IAM's to say. A secret is in the
 * answer and nowhere else.
 */
export const handler = async (event: unknown): Promise<object> => {
  const parsed = z.safeParse(Command, event)
  if (!parsed.success) throw refusal(parsed.error)
  const command = parsed.data
  const answer = await (commands[command.command] as (command: Command) => Promise<object>)(command)
  log('admin.command', { action: command.command, ...aboutOf(command, answer) })
  return answer
}

import * as z from 'zod/mini'
import { type LogFields, log } from '../../shared/aws/log.ts'
import * as accounts from './accounts.ts'
import { Command } from './command.ts'
import * as operations from './operations.ts'
import * as records from './records.ts'
import * as secrets from './secrets.ts'
import { listStuck } from './stuck.ts'
import * as subjectData from './subject-data.ts'
import * as teams from './teams.ts'

const commands: {
  [Name in Command['command']]: (command: Extract<Command, { command: Name }>) => Promise<object>
} = {
  ...accounts,
  ...operations,
  ...records,
  ...secrets,
  ...subjectData,
  ...teams,
  listStuck,
  export: subjectData.exportData,
}

type About = Pick<LogFields, 'organisationId' | 'mode' | 'verificationId' | 'clientId' | 'endpointId'> & {
  readonly dryRun?: boolean | undefined
}

/** The ids in a command: after a restore, the operator finds and repeats what was done since. */
const aboutOf = (command: Command, answer: object): LogFields => {
  const about = { ...answer, ...command } as About
  const { dryRun, organisationId, mode, verificationId, clientId, endpointId } = about
  return { organisationId, mode, verificationId, clientId, endpointId, ...(dryRun && { result: 'dry-run' }) }
}

const refusal = (error: z.core.$ZodError): Error =>
  new Error(error.issues.map(issue => `${issue.path.join('.') || 'command'}: ${issue.message}`).join('; '))

/** Runs one command of `aws lambda invoke`; IAM says who may invoke it. A secret is in the answer and nowhere else. */
export const handler = async (event: unknown): Promise<object> => {
  const parsed = z.safeParse(Command, event)
  if (!parsed.success) throw refusal(parsed.error)
  const command = parsed.data
  const answer = await (commands[command.command] as (command: Command) => Promise<object>)(command)
  log('admin.command', { action: command.command, ...aboutOf(command, answer) })
  return answer
}

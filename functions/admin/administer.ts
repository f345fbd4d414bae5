import * as z from 'zod/mini'
import { log } from '../../shared/aws/log.ts'
import { Command } from './command.ts'
import { decide } from './decide.ts'
import { erase } from './erase.ts'
import {
  createClient,
  createOrganisation,
  listOrganisations,
  removeClient,
  revokeTokens,
  rotateSecret,
} from './onboard.ts'
import { disablePerson, enablePerson, endSessions, listPeople } from './people.ts'
import { trail } from './trail.ts'

const commands: {
  [Name in Command['command']]: (command: Extract<Command, { command: Name }>) => Promise<object>
} = {
  createOrganisation,
  listOrganisations,
  createClient,
  rotateSecret,
  revokeTokens,
  removeClient,
  listPeople,
  disablePerson,
  enablePerson,
  endSessions,
  decide,
  erase,
  trail,
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
  log('administered', { action: command.command })
  return answer
}

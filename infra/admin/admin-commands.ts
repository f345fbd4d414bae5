import type { AdminCommand } from './admin-command.ts'
import { accountCommands } from './commands/accounts.ts'
import { recordCommands } from './commands/records.ts'
import { stageCommands } from './commands/stages.ts'

export const adminCommands: readonly AdminCommand[] = [
  ...accountCommands,
  ...recordCommands,
  ...stageCommands,
]

export const findAdminCommand = (words: readonly string[]): AdminCommand | undefined =>
  adminCommands.find(command => command.name.split(' ').every((word, place) => words[place] === word))

export const commandsOfGroup = (noun: string): readonly AdminCommand[] =>
  adminCommands.filter(({ name }) => name.split(' ')[0] === noun)

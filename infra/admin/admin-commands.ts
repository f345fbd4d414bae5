import type { AdminCommand } from './admin-command.ts'
import { accountCommands } from './commands/accounts.ts'
import { recordCommands } from './commands/records.ts'
import { stageCommands } from './commands/stages.ts'

/** All that an operator does, in the order of help and guides. */
export const adminCommands: readonly AdminCommand[] = [
  ...accountCommands,
  ...recordCommands,
  ...stageCommands,
]

/** The chore that words begin with. */
export const findAdminCommand = (words: readonly string[]): AdminCommand | undefined =>
  adminCommands.find(chore => chore.name.split(' ').every((word, place) => words[place] === word))

/** Those of one noun. */
export const commandsOfGroup = (noun: string): readonly AdminCommand[] =>
  adminCommands.filter(({ name }) => name.split(' ')[0] === noun)

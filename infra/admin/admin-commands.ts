import type { Command } from '../../functions/admin/command.ts'
import { accountCommands } from './commands/accounts.ts'
import { recordCommands } from './commands/records.ts'
import { stageCommands } from './commands/stages.ts'
import type { OptionName } from './parse-arguments.ts'
import type { AdminTarget } from './target.ts'

export const adminCommands: readonly AdminCommand[] = [
  ...accountCommands,
  ...recordCommands,
  ...stageCommands,
]

export const findAdminCommand = (words: readonly string[]): AdminCommand | undefined =>
  adminCommands.find(chore => chore.name.split(' ').every((word, place) => words[place] === word))

export const commandsOfGroup = (noun: string): readonly AdminCommand[] =>
  adminCommands.filter(({ name }) => name.split(' ')[0] === noun)

/** Values of the given options, by their fields. */
export type CommandOptions = Readonly<Record<string, unknown>>

export interface CommandContext {
  /** Remove, instead of a dry run. */
  readonly isSure: boolean
  log(line: string): void
}

export interface AdminCommand {
  /** Such as `clients create`. */
  readonly name: string
  readonly summary: string
  /** Shown by its own help. */
  readonly details?: string
  readonly required?: readonly OptionName[]
  readonly optional?: readonly OptionName[]
  /** Options of a working example. */
  readonly example: string
  /** A dry run unless `--yes` is given. */
  readonly isDryRunByDefault?: true
  /** The administer function's command, or code that runs here. */
  readonly run:
    | Command['command']
    | ((given: CommandOptions, place: AdminTarget, how: CommandContext) => Promise<object>)
  /** Key of a list that is read page by page, as long as there is a `next`. */
  readonly pagedList?: string
  /** A command that the code here invokes, if no other admin command does. */
  readonly invokes?: Command['command']
  show(answer: never): string
  csv?(answer: never): string
}

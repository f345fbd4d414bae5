import type { Command } from '../../functions/admin/command.ts'
import type { OptionName } from './option.ts'
import type { AdminTarget } from './target.ts'

/** What the words of a command line came to, by the options' fields. */
export type CommandOptions = Readonly<Record<string, unknown>>

/** How a chore is done that is done here. */
export interface CommandContext {
  /** Whether what is removed is really to go. */
  readonly isSure: boolean
  /** Says how it goes, a line at a time. */
  log(line: string): void
}

/** Something that an operator does: help, parsing, documents and tests follow from it. */
export interface AdminCommand {
  /** How it is called: `clients create`. */
  readonly name: string
  /** What it does, in one line. */
  readonly summary: string
  /** What to know before. */
  readonly details?: string
  readonly required?: readonly OptionName[]
  readonly optional?: readonly OptionName[]
  /** What follows its words in an example that works. */
  readonly example: string
  /** It removes something: only said, unless `--yes` is there. */
  readonly isDryRunByDefault?: true
  /** The administer function's command, or what is done here. */
  readonly run:
    | Command['command']
    | ((given: CommandOptions, place: AdminTarget, how: CommandContext) => Promise<object>)
  /** The list in its answers that goes on, page by page, as long as they have `next`: asked for to its end. */
  readonly pagedList?: string
  /** What is asked of the function by something that is done here, if no other chore asks it. */
  readonly invokes?: Command['command']
  /** The answer as people read it. */
  show(answer: never): string
  /** The same for spreadsheets, with `--csv`. */
  csv?(answer: never): string
}

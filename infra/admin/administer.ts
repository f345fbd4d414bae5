import { UsageError } from '../local/options.ts'
import { version } from '../version.ts'
import { type AdminCommand, optionTexts } from './admin-command.ts'
import { adminCommands } from './admin-commands.ts'
import { gatherPages } from './gather-pages.ts'
import { type ExitCode, formatAllHelp, formatHelp } from './help.ts'
import { type ParsedCommand, parseOptions, splitArguments } from './parse-arguments.ts'
import { formatFields } from './table.ts'
import { IncompleteError, invoke, RefusedError, UnreachableError } from './target.ts'

export interface Console {
  say(text: string): void
  remark(text: string): void
}

const codeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return 2
  if (error instanceof UnreachableError) return 3
  return error instanceof IncompleteError ? 4 : 1
}

const answerOf = async (
  { run, isDryRunByDefault, pagedList }: AdminCommand,
  { given, target, isSure, isDryRun }: ParsedCommand,
  { remark }: Console,
): Promise<object> => {
  if (typeof run !== 'string') return run({ given, target, isSure, isDryRun, log: remark })
  const dryRun = isDryRunByDefault && { dryRun: !isSure }
  const ask = (after: object) => invoke(target, { command: run, ...given, ...after, ...dryRun })
  return pagedList === undefined ? ask({}) : gatherPages(pagedList, ask, remark)
}

const perform = async (command: AdminCommand, parsed: ParsedCommand, console: Console): Promise<void> => {
  const answer = await answerOf(command, parsed, console)
  const show = (parsed.isCsv && command.csv) || command.show || formatFields
  console.say(parsed.isJson ? JSON.stringify(answer, null, 2) : show(answer as never))
  if (command.isDryRunByDefault && !parsed.isSure)
    console.remark(
      `Nothing was removed: this shows what would be removed. ${command.name} … --yes removes it.`,
    )
}

const runCommand = async (args: readonly string[], console: Console): Promise<void> => {
  const { words, values } = splitArguments(args)
  const wantsHelp = values.has('help')
  // `ledger check` is not `ledger` with a word too many.
  const command = adminCommands
    .filter(({ name }) => name.split(' ').every((word, at) => words[at] === word))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
  if (command && wantsHelp) return console.say(formatHelp(command))
  if (command) return perform(command, parseOptions(command, { words, values }), console)
  const [firstWord] = words
  if (firstWord === undefined) return console.say(values.has('version') ? version : formatAllHelp())
  const siblings = adminCommands.filter(({ name }) => name.split(' ')[0] === firstWord)
  if (siblings.length > 0 && (wantsHelp || words.length === 1)) return console.say(formatAllHelp(siblings))
  const known = siblings.map(({ name }) => name).join(', ') || 'npm run admin -- --help lists what is'
  throw new UsageError(`${words.join(' ')}: there is no such command; ${known}`)
}

/** The service names fields; the user knows options. */
const inOptions = (message: string): string =>
  message.replace(/(^|; )([\w.]+): /g, (_all, before: string, field: string) => {
    const [name] = Object.entries(optionTexts).find(([, option]) => option.field === field) ?? []
    return `${before}${name ? `--${name}` : field}: `
  })

/** Returns the exit code; never throws. */
export const administer = async (args: readonly string[], console: Console): Promise<ExitCode> => {
  try {
    await runCommand(args, console)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.remark(error instanceof RefusedError ? inOptions(message) : message)
    return codeOf(error)
  }
}

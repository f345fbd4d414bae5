import { UsageError } from '../local/options.ts'
import { type AdminCommand, options } from './admin-command.ts'
import { commandsOfGroup, findAdminCommand } from './admin-commands.ts'
import { type ExitCode, IncompleteError, RefusedError, UnreachableError } from './exit.ts'
import { formatAllHelp, formatHelp } from './help.ts'
import { type ParsedCommand, parseOptions, splitArguments } from './parse-arguments.ts'
import { fields } from './table.ts'

export interface Console {
  say(text: string): void
  remark(text: string): void
}

const codeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return 2
  if (error instanceof UnreachableError) return 3
  return error instanceof IncompleteError ? 4 : 1
}

/** Loaded here, because AWS's clients take a while. */
const answerOf = async (
  { run, isDryRunByDefault, pagedList }: AdminCommand,
  { given, place, isSure }: ParsedCommand,
  { remark }: Console,
): Promise<object> => {
  if (typeof run !== 'string') return run(given, place, { isSure, log: remark })
  const { invoke } = await import('./invoke.ts')
  const ask = async (after: object): Promise<Page> => ({
    ...(await invoke(place, {
      ...{ command: run, ...given, ...after },
      ...(isDryRunByDefault && { dryRun: !isSure }),
    })),
  })
  return pagedList === undefined ? ask({}) : gathered(pagedList, ask)
}

type Page = Readonly<Record<string, unknown>>

const gathered = async (list: string, ask: (after: object) => Promise<Page>): Promise<Page> => {
  const all: unknown[] = []
  let after = {}
  for (;;) {
    const { [list]: found, next } = await ask(after)
    all.push(...(found as readonly unknown[]))
    if (next === undefined) return { [list]: all }
    after = { after: next }
  }
}

const perform = async (
  command: AdminCommand,
  parsed: ParsedCommand,
  { say, remark }: Console,
  answer: object,
): Promise<void> => {
  const show = (parsed.isCsv && command.csv) || command.show || fields
  say(parsed.isJson ? JSON.stringify(answer, null, 2) : show(answer as never))
  if (command.isDryRunByDefault && !parsed.isSure)
    remark(`Nothing was removed: this shows what would be removed. ${command.name} … --yes removes it.`)
}

const act = async (args: readonly string[], console: Console): Promise<void> => {
  const { words, values } = splitArguments(args)
  const wantsHelp = values.has('help')
  const command = findAdminCommand(words)
  if (command && wantsHelp) return console.say(formatHelp(command))
  if (command) {
    const parsed = parseOptions(command, { words, values })
    return perform(command, parsed, console, await answerOf(command, parsed, console))
  }
  const [noun] = words
  if (noun === undefined) return console.say(formatAllHelp())
  const ofNoun = commandsOfGroup(noun)
  if (ofNoun.length > 0 && (wantsHelp || words.length === 1)) return console.say(formatAllHelp(ofNoun))
  const known =
    ofNoun.length > 0 ? ofNoun.map(({ name }) => name).join(', ') : 'npm run admin -- --help lists what is'
  throw new UsageError(`${words.join(' ')}: there is no such command; ${known}`)
}

const optionByField: ReadonlyMap<string, string> = new Map(
  Object.entries(options).map(([name, { field }]) => [field, `--${name}`]),
)

/** The service names fields; the user knows options. */
const inOptions = (message: string): string =>
  message.replace(
    /(^|; )([\w.]+): /g,
    (_all, before: string, field: string) => `${before}${optionByField.get(field) ?? field}: `,
  )

/** Returns the exit code; never throws. */
export const administer = async (args: readonly string[], console: Console): Promise<ExitCode> => {
  try {
    await act(args, console)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.remark(error instanceof RefusedError ? inOptions(message) : message)
    return codeOf(error)
  }
}

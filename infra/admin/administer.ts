import { UsageError } from '../local/options.ts'
import { type AdminCommand, commandsOfGroup, findAdminCommand } from './admin-commands.ts'
import { type ParsedCommand, options, parseOptions, splitArguments } from './parse-arguments.ts'
import { type ExitCode, UnreachableError, IncompleteError, RefusedError } from './exit.ts'
import { formatHelp, formatAllHelp } from './help.ts'

export interface Console {
  say(text: string): void
  remark(text: string): void
}

const codeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return 2
  if (error instanceof UnreachableError) return 3
  return error instanceof IncompleteError ? 4 : 1
}

const commandOf = (
  command: string,
  { isDryRunByDefault }: AdminCommand,
  { given, isSure }: ParsedCommand,
): object => ({
  command,
  ...given,
  ...(isDryRunByDefault && { dryRun: !isSure }),
})

/** Loaded here, because AWS's clients take a while. */
const answerOf = async (chore: AdminCommand, asked: ParsedCommand, { remark }: Console): Promise<object> => {
  const { run } = chore
  const { given, place, isSure } = asked
  if (typeof run !== 'string') return run(given, place, { isSure, log: remark })
  const { invoke } = await import('./invoke.ts')
  const command = commandOf(run, chore, asked)
  const ask = async (after: object): Promise<Page> => ({ ...(await invoke(place, { ...command, ...after })) })
  return chore.pagedList === undefined ? ask({}) : gathered(chore.pagedList, ask)
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

const written = (answer: object, { csv, show }: AdminCommand, { isJson, isCsv }: ParsedCommand): string => {
  if (isJson) return JSON.stringify(answer, null, 2)
  return isCsv && csv ? csv(answer as never) : show(answer as never)
}

const perform = async (chore: AdminCommand, asked: ParsedCommand, console: Console): Promise<void> => {
  const { say, remark } = console
  const answer = await answerOf(chore, asked, console)
  say(written(answer, chore, asked))
  if (chore.isDryRunByDefault && !asked.isSure)
    remark(`Nothing was removed: this is what would go. ${chore.name} … --yes removes it.`)
}

const helpFor = (words: readonly string[], wantsHelp: boolean): string | undefined => {
  const chore = findAdminCommand(words)
  if (chore) return wantsHelp ? formatHelp(chore) : undefined
  const [noun] = words
  if (noun === undefined) return formatAllHelp()
  const ofNoun = commandsOfGroup(noun)
  if (ofNoun.length > 0 && (wantsHelp || words.length === 1)) return formatAllHelp(ofNoun)
  const known =
    ofNoun.length > 0 ? ofNoun.map(one => one.name).join(', ') : 'npm run admin -- --help lists what is'
  throw new UsageError(`${words.join(' ')}: there is no such chore; ${known}`)
}

const act = async (args: readonly string[], console: Console): Promise<void> => {
  const pieces = splitArguments(args)
  const help = helpFor(pieces.words, pieces.values.has('help'))
  if (help !== undefined) return console.say(help)
  const chore = findAdminCommand(pieces.words)!
  await perform(chore, parseOptions(chore, pieces), console)
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

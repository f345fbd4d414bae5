import { type AdminCommand, optionsOf } from './admin-command.ts'
import { adminCommands } from './admin-commands.ts'
import { globalOptions, isTaken } from './parse-arguments.ts'
import { wrap } from './table.ts'

export const exitCodes = {
  0: 'done, or shown by a dry run',
  1: 'refused or failed: the service says why',
  2: 'not understood: everything that is wrong is named',
  3: 'not reached: no local environment, stage or credentials',
  4: 'in progress: run the same command again later',
} as const
export type ExitCode = keyof typeof exitCodes

const program = 'npm run admin --'

type HelpLine = readonly [string, string]

const listLines = (entries: readonly HelpLine[]): readonly string[] => {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  return entries.flatMap(([name, about]) => {
    const [first = '', ...others] = wrap(about, 98 - width)
    return [`  ${name.padEnd(width)}${first}`, ...others.map(line => ' '.repeat(width + 2) + line)]
  })
}

const optionLine = (name: string, { value = '', about }: { value?: string; about: string }): HelpLine => [
  `--${name} ${value}`.trimEnd(),
  about,
]

const generalLines = (command?: AdminCommand): readonly HelpLine[] =>
  Object.entries(globalOptions)
    .filter(([name]) => command === undefined || isTaken(name, command))
    .map(([name, explained]) => optionLine(name, explained))

/** The words and options of a working call. */
export const exampleOf = (command: AdminCommand): string => {
  const needed = optionsOf(command).filter(({ isRequired }) => isRequired)
  const words = needed.map(({ name, example }) => `--${name} ${example}`)
  return [command.name, ...words, command.example ?? ''].join(' ').trimEnd()
}

/** Breaks a long command before its last option. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

export const formatHelp = (command: AdminCommand): string => {
  const { summary, details, isDryRunByDefault } = command
  const own = optionsOf(command).map(option => ({
    ...option,
    about: option.isRequired ? `${option.about} Needed.` : option.about,
  }))
  return [
    ...wrap(summary, 98),
    ...(details === undefined ? [] : wrap(details, 98)),
    ...(isDryRunByDefault ? ['A dry run that shows what would be removed, unless --yes is given.'] : []),
    '',
    ...shellLines(`${program} ${exampleOf(command)}`),
    '',
    ...listLines([...own.map(option => optionLine(option.name, option)), ...generalLines(command)]),
  ].join('\n')
}

export const formatAllHelp = (shown: readonly AdminCommand[] = adminCommands): string =>
  [
    `${program} COMMAND [--OPTION VALUE …]`,
    'Administers the running local environment, or with --stage and your AWS credentials a stage.',
    '',
    ...listLines(shown.map(({ name, summary }) => [name, summary])),
    '',
    `${program} COMMAND --help explains one, with an example.`,
    '',
    ...listLines(generalLines()),
    '',
    'exit codes',
    ...listLines(Object.entries(exitCodes)),
  ].join('\n')

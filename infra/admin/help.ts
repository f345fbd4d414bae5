import { type AdminCommand, options } from './admin-command.ts'
import { adminCommands } from './admin-commands.ts'
import { exitCodes } from './exit.ts'
import { globalOptions, isTaken } from './parse-arguments.ts'

const program = 'npm run admin --'

const listOf = (entries: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  return entries.flatMap(([name, about]) => {
    const [first = '', ...others] = wrap(about, 98 - width)
    return [`  ${name.padEnd(width)}${first}`, ...others.map(line => ' '.repeat(width + 2) + line)]
  })
}

const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? []

interface HelpEntry {
  readonly value?: string
  readonly about: string
}

const optionLine = (
  name: string,
  { value, about }: HelpEntry,
  isNeeded = false,
): readonly [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  isNeeded ? `${about} Needed.` : about,
]

const general = (command?: AdminCommand): readonly (readonly [string, string])[] =>
  Object.entries(globalOptions)
    .filter(([name]) => command === undefined || isTaken(name, command))
    .map(([name, explained]) => optionLine(name, explained))

const exampleOf = ({ name, example = '' }: AdminCommand): string => `${program} ${name} ${example}`.trimEnd()

/** Breaks a long command before its last option. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

export const formatHelp = (command: AdminCommand): string => {
  const { summary, details, required = [], optional = [], isDryRunByDefault } = command
  const own = [
    ...required.map(name => optionLine(name, options[name], true)),
    ...optional.map(name => optionLine(name, options[name])),
  ]
  return [
    ...wrap(summary, 98),
    ...(details === undefined ? [] : wrap(details, 98)),
    ...(isDryRunByDefault ? ['A dry run that shows what would be removed, unless --yes is given.'] : []),
    '',
    ...shellLines(exampleOf(command)),
    '',
    ...listOf([...own, ...general(command)]),
  ].join('\n')
}

export const formatAllHelp = (shown: readonly AdminCommand[] = adminCommands): string =>
  [
    `${program} COMMAND [--OPTION VALUE …]`,
    'Administers the running local environment, or with --stage and your AWS credentials a stage.',
    '',
    ...listOf(shown.map(({ name, summary }) => [name, summary])),
    '',
    `${program} COMMAND --help explains one, with an example.`,
    '',
    ...listOf(general()),
    '',
    'exit codes',
    ...listOf(Object.entries(exitCodes)),
  ].join('\n')

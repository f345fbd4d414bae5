import { type AdminCommand, adminCommands } from './admin-commands.ts'
import { globalOptions, isTaken, options } from './parse-arguments.ts'
import { exitCodes } from './exit.ts'

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

interface Explained {
  readonly value?: string
  readonly about: string
}

const optionLine = (
  name: string,
  { value, about }: Explained,
  isNeeded = false,
): readonly [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  isNeeded ? `${about} Needed.` : about,
]

const general = (chore?: AdminCommand): readonly (readonly [string, string])[] =>
  Object.entries(globalOptions)
    .filter(([name]) => chore === undefined || isTaken(name, chore))
    .map(([name, explained]) => optionLine(name, explained))

const exampleOf = ({ name, example }: AdminCommand): string =>
  [program, name, example].filter(part => part !== '').join(' ')

/** Breaks a long command before its last option. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

export const formatHelp = (chore: AdminCommand): string => {
  const { summary, details, required = [], optional = [], isDryRunByDefault } = chore
  const own = [
    ...required.map(name => optionLine(name, options[name], true)),
    ...optional.map(name => optionLine(name, options[name])),
  ]
  return [
    ...wrap(summary, 98),
    ...(details === undefined ? [] : wrap(details, 98)),
    ...(isDryRunByDefault ? ['Says only what would go, unless --yes is there.'] : []),
    '',
    ...shellLines(exampleOf(chore)),
    '',
    ...listOf([...own, ...general(chore)]),
  ].join('\n')
}

export const formatAllHelp = (shown: readonly AdminCommand[] = adminCommands): string =>
  [
    `${program} CHORE [--OPTION VALUE …]`,
    'What an operator does: on the laptop that runs, or with --stage and your AWS credentials there.',
    '',
    ...listOf(shown.map(({ name, summary }) => [name, summary])),
    '',
    `${program} CHORE --help explains one, with an example.`,
    '',
    ...listOf(general()),
    '',
    'exit codes',
    ...listOf(Object.entries(exitCodes)),
  ].join('\n')

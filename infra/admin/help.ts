import type { AdminCommand } from './admin-command.ts'
import { adminCommands } from './admin-commands.ts'
import { exitCodes } from './exit.ts'
import { options } from './option.ts'
import { globalOptions, isTaken } from './parse-arguments.ts'

const program = 'npm run admin --'

/** A list of names and what they mean, beside each other. */
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

/** A chore as it is called, with its example's options. */
const exampleOf = ({ name, example }: AdminCommand): string =>
  [program, name, example].filter(part => part !== '').join(' ')

/** A command as a shell takes it, its last option on a line of its own where it would be too long. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

/** How one chore is called, and what with. */
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

/** Everything that there is, or everything of one noun. */
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

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
const exampleOf = ({ words, example }: AdminCommand): string =>
  [program, words, example].filter(part => part !== '').join(' ')

/** A command as a shell takes it, its last option on a line of its own where it would be too long. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

/** How one chore is called, and what with. */
export const formatHelp = (chore: AdminCommand): string => {
  const { about, more, needs = [], takes = [], isDryUnlessYes } = chore
  const own = [
    ...needs.map(name => optionLine(name, options[name], true)),
    ...takes.map(name => optionLine(name, options[name])),
  ]
  return [
    ...wrap(about, 98),
    ...(more === undefined ? [] : wrap(more, 98)),
    ...(isDryUnlessYes ? ['Says only what would go, unless --yes is there.'] : []),
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
    ...listOf(shown.map(({ words, about }) => [words, about])),
    '',
    `${program} CHORE --help explains one, with an example.`,
    '',
    ...listOf(general()),
    '',
    'exit codes',
    ...listOf(Object.entries(exitCodes)),
  ].join('\n')

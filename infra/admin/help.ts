import type { Chore } from './chore.ts'
import { chores } from './chores.ts'
import { exitCodes } from './ending.ts'
import { options } from './option.ts'
import { everywhere, isTaken } from './read-words.ts'

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

const general = (chore?: Chore): readonly (readonly [string, string])[] =>
  Object.entries(everywhere)
    .filter(([name]) => chore === undefined || isTaken(name, chore))
    .map(([name, explained]) => optionLine(name, explained))

/** A chore as it is called, with its example's options. */
const exampleOf = ({ words, example }: Chore): string =>
  [program, words, example].filter(part => part !== '').join(' ')

/** A command as a shell takes it, its last option on a line of its own where it would be too long. */
const shellLines = (command: string): readonly string[] => {
  if (command.length <= 98) return [`  ${command}`]
  const end = command.lastIndexOf(' --')
  return [`  ${command.slice(0, end)} \\`, `    ${command.slice(end + 1)}`]
}

/** How one chore is called, and what with. */
export const helpOf = (chore: Chore): string => {
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
export const helpOfAll = (shown: readonly Chore[] = chores): string =>
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In reading order. */
export const guideGroups = [
  {
    title: 'Start',
    names: [
      'index',
      'first-verification',
      'install-a-client',
      'orders',
      'sandbox',
      'coding-agents',
      'from-qoreid',
    ],
  },
  { title: 'Results', names: ['verdicts', 'disputes', 'name-matching', 'receipts'] },
  { title: 'Webhooks', names: ['webhooks', 'signatures', 'portal'] },
  { title: 'Robustness', names: ['errors', 'duplicates', 'limits', 'charges'] },
  {
    title: 'In production',
    names: ['going-live', 'versioning', 'changelog'],
  },
  {
    title: 'For operators',
    names: [
      'first-stage',
      'deploying',
      'releases',
      'configuring',
      'running',
      'fieldwork',
      'operator-errors',
      'personal-data',
      'alarms',
      'chores',
      'costs',
      'recovery',
      'regions',
      'breach',
    ],
  },
  { title: 'For auditors', names: ['trails', 'data-protection', 'impact-assessment'] },
  { title: 'Look up', names: ['error-codes'] },
] as const

export type GuideName = (typeof guideGroups)[number]['names'][number]

export const guideNames: readonly GuideName[] = guideGroups.flatMap(({ names }) => names)

const operatorsNames: readonly string[] = guideGroups.find(({ title }) => title === 'For operators')!.names
export const isForOperators = (name: string): boolean => operatorsNames.includes(name)

export interface Guide {
  readonly name: GuideName
  readonly title: string
  /** The first paragraph, in one line. */
  readonly summary: string
  readonly markdown: string
}

export const guidesFolder = join(import.meta.dirname, '../../functions/pages/docs')

export const guidePath = (name: string): string => (name === 'index' ? '/v1/docs' : `/v1/docs/${name}`)

/** @throws naming an unknown fact */
const fillIn = (text: string, facts: Readonly<Record<string, string>>, name: string): string =>
  text.replace(/\{\{([\w.-]+)\}\}/g, (mark, fact: string) => {
    if (fact === 'origin') return mark
    if (facts[fact] === undefined)
      throw new Error(`functions/pages/docs/${name}.md: there is no fact ${mark}`)
    return facts[fact]
  })

/** @throws where a guide lacks title or paragraph, or names an unknown fact */
export const readGuide = (name: GuideName, facts: Readonly<Record<string, string>>): Guide => {
  const markdown = fillIn(readFileSync(join(guidesFolder, `${name}.md`), 'utf8'), facts, name)
  const [, title, summary] = /^# (.+)\n\n((?:.+\n)+)/.exec(markdown) ?? []
  if (title === undefined || summary === undefined)
    throw new Error(`functions/pages/docs/${name}.md: a guide begins with a title and a paragraph`)
  return { name, title, summary: summary.trim().replaceAll('\n', ' '), markdown }
}

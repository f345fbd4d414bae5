import { readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

const readme = new URL('../../../README.md', import.meta.url)

/** What was measured, as the README has it: figure, value, goal, command. */
const recorded = (text: string): readonly (readonly string[])[] => {
  const [, figures = ''] = /<!-- figures -->\n([\s\S]*?)<!-- \/figures -->/.exec(text) ?? []
  return [...figures.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | '))
}

/** The figures of one bench. @throws where none was recorded */
const figuresOf = (rows: readonly (readonly string[])[], bench: string): string => {
  const found = rows.filter(([, , , command]) => command === `\`node test/bench/${bench}.ts\``)
  if (found.length === 0) throw new Error(`README.md: no figure of test/bench/${bench}.ts`)
  return markdownTable(
    ['what', 'measured'],
    found.map(([what = '', measured = '']) => [what, measured]),
  )
}

/** What operators pay for, as it was measured last. */
export const figureFacts = () => {
  const rows = recorded(readFileSync(readme, 'utf8'))
  return { 'figures.cost': figuresOf(rows, 'cost'), 'figures.capacity': figuresOf(rows, 'capacity') }
}

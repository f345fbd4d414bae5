import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type BenchName, benches, benchNames, type Figure } from './figures.ts'
import { recordingOf, verdictOf, wordsOf } from './recording.ts'
import { figuresTable, marked } from './table.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

const goalsOf = (figures: Readonly<Record<string, Partial<Figure>>>) =>
  Object.entries(figures).map(([name, { goal }]) => [name, goal])

it('states in the README what the benches last recorded, to the letter', () => {
  expect(marked.exec(readme)?.[0]).toBe(figuresTable())
})

describe.each(benchNames)('the recording of %s', (name: BenchName) => {
  const { figures, command } = recordingOf(name)

  it('has every figure of the list, against the goal that the list has for it now', () => {
    expect(goalsOf(figures)).toEqual(goalsOf(benches[name]))
  })

  it('has each median within its spread, and the command of a bench that is there', () => {
    for (const { least, median, most } of Object.values(figures))
      expect([least, median, most]).toEqual([least, median, most].toSorted((a, b) => a - b))
    expect(readFileSync(new URL(`../../${command.replace('node ', '')}`, import.meta.url), 'utf8')).toContain(
      `conclude('${name}'`,
    )
  })
})

describe('a figure', () => {
  const figure = (median: number, goal?: Figure['goal']) => ({
    median,
    least: 0.5,
    most: 0.75,
    ...(goal && { goal }),
  })

  it('says by how much it misses its goal', () => {
    expect(verdictOf(figure(0.56, { relation: 'at most', value: 0.5 }))).toBe('missed by 0.06')
    expect(verdictOf(figure(1.5, { relation: 'at least', value: 2 }))).toBe('missed by 0.5')
    expect(verdictOf(figure(0.5, { relation: 'at most', value: 0.5 }))).toBe('met')
    expect(verdictOf(figure(0.5))).toBe('')
  })

  it('shows the spread of its runs unless all say the same', () => {
    expect(wordsOf(figure(0.6), { what: '', unit: '×' })).toBe('0.60 × (0.50–0.75)')
    expect(wordsOf({ median: 14, least: 14, most: 14 }, { what: '', unit: 'WRU' })).toBe('14 WRU')
    expect(wordsOf({ median: 2.5, least: 2.5, most: 2.5 }, { what: '', unit: '$' })).toBe('$2.5')
  })
})

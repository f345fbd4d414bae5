import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type BenchName, benchNames, commandOf, type Figure, figuresOf, readmeFigures } from './figures.ts'
import { recordingOf, verdictOf, wordsOf } from './recording.ts'
import { isStale, marked, tables, unmarked } from './table.ts'

const statedIn = ({ file, name }: (typeof tables)[number]): string =>
  marked(name).exec(readFileSync(file, 'utf8'))?.[0] ?? ''

it.each(tables)('states in $file.pathname the $name that were last recorded, to the letter', table => {
  // What is stale changes with every change of a measured file, and may be written later: `npm run bench -- table`.
  expect(unmarked(statedIn(table))).toBe(unmarked(table.make()))
})

it('states eight figures in the README', () => {
  expect(new Set(readmeFigures.map(each => each.join())).size).toBe(8)
  expect(
    statedIn(tables[0])
      .split('\n')
      .filter(line => line.endsWith('|')),
  ).toHaveLength(8 + 2)
})

it('marks a figure as stale exactly when what it measures has changed', () => {
  const rows = tables[1].make().split('\n')
  for (const name of benchNames) {
    const own = rows.filter(row => row.includes(`\`${commandOf(name)}\``))
    expect(own.length, name).toBe(Object.keys(figuresOf(name)).length)
    expect(own.filter(row => row.includes('stale')).length, name).toBe(isStale(name) ? own.length : 0)
  }
})

describe.each(benchNames)('the recording of %s', (name: BenchName) => {
  const { figures } = recordingOf(name)

  it('has every figure of the list', () => {
    expect(Object.keys(figures)).toEqual(Object.keys(figuresOf(name)))
  })

  it('has each median within its spread, and is of a bench that is there', () => {
    for (const { least, median, most } of Object.values(figures))
      expect([least, median, most]).toEqual([least, median, most].toSorted((a, b) => a - b))
    expect(readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')).toContain(`conclude('${name}'`)
  })
})

describe('a figure', () => {
  const figure = (median: number) => ({ median, least: 0.5, most: 0.75 })
  const verdictFor = (median: number, goal?: Figure['goal']) =>
    verdictOf(figure(median), { ...(goal && { goal }) })

  it('says by how much it misses its goal', () => {
    expect(verdictFor(0.56, { relation: 'at most', value: 0.5 })).toBe('missed by 0.06')
    expect(verdictFor(1.5, { relation: 'at least', value: 2 })).toBe('missed by 0.5')
    expect(verdictFor(0.5, { relation: 'at most', value: 0.5 })).toBe('met')
    expect(verdictFor(0.5)).toBe('')
  })

  it('shows the spread of its runs unless all say the same', () => {
    expect(wordsOf(figure(0.6), { what: '', unit: '×' })).toBe('0.60 × (0.50–0.75)')
    expect(wordsOf({ median: 14, least: 14, most: 14 }, { what: '', unit: 'WRU' })).toBe('14 WRU')
    expect(wordsOf({ median: 2.5, least: 2.5, most: 2.5 }, { what: '', unit: '$' })).toBe('$2.5')
  })
})

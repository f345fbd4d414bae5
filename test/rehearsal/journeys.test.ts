import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { journeys, laptopAlone, leftOut, short } from './journeys.ts'

const folder = new URL('../journeys/', import.meta.url).pathname
const textOf = (journey: string): string => readFileSync(`${folder}${journey}.test.ts`, 'utf8')

it('puts a deployed stage through every journey, or says why not', () => {
  const all = globSync('*.test.ts', { cwd: folder }).map(file => basename(file, '.test.ts'))
  expect([...journeys, ...Object.keys(laptopAlone)].toSorted()).toEqual(all.toSorted())
})

it('leaves out tests that there are, of journeys that it makes', () => {
  const texts = journeys.map(textOf)
  expect(leftOut.filter(({ test }) => !texts.some(text => text.includes(test)))).toEqual([])
})

it('has the short form make some of them, each once', () => {
  expect(short.filter(journey => !journeys.includes(journey))).toEqual([])
  expect(new Set(short).size).toBe(short.length)
})

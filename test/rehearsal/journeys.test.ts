import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { fileOf, journeys, laptopAlone, leftOut } from './journeys.ts'

const folder = join(import.meta.dirname, '../journeys')

it('puts a deployed stage through every journey, or says why not', () => {
  const all = globSync('*.test.ts', { cwd: folder }).map(file =>
    basename(file).replace(/(\.all)?\.test\.ts$/, ''),
  )
  expect([...journeys, ...Object.keys(laptopAlone)].toSorted()).toEqual([...all, 'tenancy'].toSorted())
})

it('leaves out tests that there are, of journeys that it makes', () => {
  const texts = journeys.map(journey => readFileSync(fileOf(journey), 'utf8'))
  expect(leftOut.filter(({ test }) => !texts.some(text => text.includes(test)))).toEqual([])
})

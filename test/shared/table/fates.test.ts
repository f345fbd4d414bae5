import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fates } from '../../support/erasure-cases.ts'

const source = readFileSync(new URL('../../../shared/table/keys.ts', import.meta.url), 'utf8')

it('says of every kind of item what an erasure leaves of it, and why that is nothing of a person', () => {
  const rows = [...source.matchAll(/^ \* ([\w' -]+?) *\| [^|]+\| [^|]+\|/gm)].map(([, name]) => name!.trim())
  const kinds = rows.filter(name => name !== 'item' && name !== '')
  expect(kinds.length).toBeGreaterThan(35)
  expect(Object.keys(fates)).toEqual(kinds)
  for (const { why } of Object.values(fates)) expect(why.length).toBeGreaterThan(5)
})

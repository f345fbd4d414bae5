import { expect, it } from 'vitest'
import { fates } from '../../support/erasure-cases.ts'
import { keyOf } from '../../support/keys-of-kinds.ts'

it('says of every kind of item what an erasure leaves of it, and why that is nothing of a person', () => {
  const all = Object.entries(fates)
  for (const [name, { pk, sk }] of Object.entries(keyOf))
    expect(all.filter(([, { at }]) => at.test(`${pk} ${sk}`)).length, name).toBe(1)
  for (const { why } of Object.values(fates)) expect(why.length).toBeGreaterThan(5)
})

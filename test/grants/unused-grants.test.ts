import { expect, it } from 'vitest'
import { grantsOf, nameOf } from './grant.ts'
import { localPlan } from './local-plan.ts'
import { unusedGrants } from './unused-grants.ts'

// The judgement of a whole run would say it, too, but falls away where a single file failed.
it('explains only what some role is granted', () => {
  const granted = new Set([...grantsOf(localPlan()).values()].flat().map(nameOf))
  expect(unusedGrants.flatMap(({ grants }) => grants).filter(name => !granted.has(name))).toEqual([])
})

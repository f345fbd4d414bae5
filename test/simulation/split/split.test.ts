import { expect, it } from 'vitest'
import { splits } from '../../../infra/docs/facts/regions.ts'
import { liveSplit } from './life.ts'
import { setups } from './setups.ts'
import { tellSplits } from './tell.ts'

const hourMs = 3_600_000

it('comes to the numbers that the guide has', () => {
  expect(tellSplits()).toEqual(splits)
}, 120_000)

it('breaks nothing where one region takes all, and nothing fails', () => {
  expect(Object.values(liveSplit(7, setups[2]!, 0))).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('takes an order twice under one key, charges it twice and tells it under two ids, once both regions take orders', () => {
  const counts = liveSplit(7, setups[1]!, hourMs)
  expect(counts.acceptedTwice).toBeGreaterThan(0)
  expect([counts.chargedTwice, counts.twoIds]).toEqual([counts.acceptedTwice, counts.acceptedTwice])
})

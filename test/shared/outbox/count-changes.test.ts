import { expect, it } from 'vitest'
import { countChanges } from '../../../shared/outbox/count-changes.ts'
import type { StreamedItem } from '../../../shared/outbox/effect.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { addressVerification } from '../../support/verifications.ts'

it('counts of a batch what comes before the first that failed: the stream brings the rest again', () => {
  const change = (id: number): StreamedItem => ({
    kind: 'verification',
    before: undefined,
    after: addressVerification({}, { id }),
  })
  const changes = [change(1), { ...change(2), after: undefined }, change(3), change(4), change(5)]
  const done: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined }
  const failed: PromiseSettledResult<void> = { status: 'rejected', reason: new Error('no') }
  using watch = watchCounts()
  countChanges(changes, [done, done, done, failed, done])
  const accepted = { mode: 'live', product: 'address', OrdersAccepted: 1 }
  expect(watch.counted()).toEqual([accepted, accepted])
  countChanges(changes.slice(3), [done, done])
  expect(watch.counted()).toEqual([accepted, accepted, accepted, accepted])
})

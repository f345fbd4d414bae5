import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delaySecondsUntil, toDelayedMessage, toMessage } from '../../../shared/aws/sqs.ts'
import { forAll } from '../../support/for-all.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

describe('a message', () => {
  it('waits its turn among those of its organisation and mode', () => {
    const body = { organisationId: 7, mode: 'live', note: 'ids' }
    expect(toMessage(body)).toEqual({ body, group: '7-live' })
  })

  it('that waits for its time says how long, as far as the queue allows', () => {
    const body = { organisationId: 7, mode: 'test', notBeforeMs: now + 1_000_000 }
    expect(toDelayedMessage(body, now)).toEqual({ body, group: '7-test', delaySeconds: 900 })
  })
})

describe('the delay towards a time', () => {
  it.each([
    [0, 0],
    [5, 5],
    [900, 900],
    [901, 900],
    [4.2, 5],
    [-3, 0],
  ])('that is %s seconds away is %s seconds', (seconds, delay) =>
    expect(delaySecondsUntil(now + seconds * 1000, now)).toBe(delay),
  )

  it('ends at its time and not before, when it is walked hop by hop, each a little late', () => {
    forAll(
      fc.integer({ min: 0, max: 300_000_000 }),
      fc.array(fc.nat(5000), { minLength: 1 }),
      (ms, lateMs) => {
        let clock = now
        for (let hop = 0; delaySecondsUntil(now + ms, clock) > 0; hop += 1)
          clock += delaySecondsUntil(now + ms, clock) * 1000 + (lateMs[hop % lateMs.length] ?? 0)
        expect(clock).toBeGreaterThanOrEqual(now + ms)
        expect(clock).toBeLessThan(now + ms + 6001)
      },
    )
  })
})

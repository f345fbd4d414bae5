import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasFailedTooLong,
  type OutcomeInput,
  outcomeOf,
} from '../../../../shared/webhook/delivery/outcome.ts'
import { delayAfterSeconds, retryDelaysSeconds } from '../../../../shared/webhook/delivery/schedule.ts'

const now = new Date('2026-11-20T12:00:00Z')
const middle = () => 0.5
const decide = (input: Partial<OutcomeInput>) =>
  outcomeOf({ attemptNumber: 1, result: {}, now, random: middle, ...input })
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const day = 86_400

describe('the outcome of an attempt', () => {
  it.each([200, 201, 202, 204, 299])('with status %i is delivered', status => {
    expect(decide({ result: { status } })).toEqual({ outcome: 'delivered' })
  })

  it('with status 410 disables the endpoint, on whichever attempt', () => {
    for (const attemptNumber of [1, 10]) {
      const outcome = decide({ attemptNumber, result: { status: 410, retryAfterSeconds: 60 } })
      expect(outcome).toEqual({ outcome: 'disable', reason: 'gone' })
    }
  })

  it.each([undefined, 101, 300, 301, 304, 308, 400, 404, 409, 429, 500, 503])(
    'with status %s is tried again',
    status => {
      const at = new Date('2026-11-20T12:00:05Z')
      expect(decide({ result: { status } })).toEqual({ outcome: 'retry', afterSeconds: 5, at })
    },
  )

  it('that failed is followed by nine retries over three days, and then given up', () => {
    const waits = Array.from({ length: 9 }, (_, index) => decide({ attemptNumber: index + 1 }))
    expect(waits.map(each => each.outcome === 'retry' && each.afterSeconds)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(decide({ attemptNumber: 10 })).toEqual({ outcome: 'gave-up' })
    expect(decide({ attemptNumber: 10, result: { status: 503, retryAfterSeconds: 60 } })).toEqual({
      outcome: 'gave-up',
    })
  })

  it('waits as long as Retry-After asks, up to a day, and never shorter than planned', () => {
    const none = () => 0
    const after = (attemptNumber: number, retryAfterSeconds: number) =>
      decide({ attemptNumber, random: none, result: { status: 429, retryAfterSeconds } })
    expect(after(1, 120)).toMatchObject({ afterSeconds: 120 })
    expect(after(4, 1)).toMatchObject({ afterSeconds: 5760 })
    expect(after(1, 999_999)).toMatchObject({ afterSeconds: day })
  })

  it('turned away together with others does not come back in the same second', () => {
    const after = (drawn: number) =>
      decide({ result: { status: 429, retryAfterSeconds: 100 }, random: () => drawn })
    expect([after(0), after(0.5)]).toMatchObject([{ afterSeconds: 100 }, { afterSeconds: 110 }])
  })

  it('is spread by at most a fifth, and Retry-After only lengthens it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 200_000 }),
        share,
        (attemptNumber, asked, drawn) => {
          const outcome = decide({
            attemptNumber,
            result: { status: 503, retryAfterSeconds: asked },
            random: () => drawn,
          })
          if (outcome.outcome !== 'retry') throw new Error('no retry')
          const planned = retryDelaysSeconds[attemptNumber - 1] ?? 0
          expect(outcome.afterSeconds).toBeGreaterThanOrEqual(
            Math.max(Math.min(asked, day), Math.floor(planned * 0.8)),
          )
          expect(outcome.afterSeconds).toBeLessThanOrEqual(
            Math.max(Math.ceil(planned * 1.2), Math.ceil(asked * 1.2)),
          )
          expect(outcome.at.getTime()).toBe(now.getTime() + outcome.afterSeconds * 1000)
        },
      ),
    )
  })

  it('of an endpoint that only failed for five days is that it is disabled', () => {
    expect(hasFailedTooLong(new Date('2026-11-15T12:00:01Z'), now)).toBe(false)
    expect(hasFailedTooLong(new Date('2026-11-15T12:00:00Z'), now)).toBe(true)
  })
})

describe('a wait', () => {
  it('is the same for the same draw, and differs between draws', () => {
    expect(delayAfterSeconds(4, retryDelaysSeconds, () => 0)).toBe(5760)
    expect(delayAfterSeconds(4, retryDelaysSeconds, () => 0.999_999)).toBe(8640)
    expect(delayAfterSeconds(10)).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AttemptResultInput,
  attemptResultOf,
  delayAfterSeconds,
  hasFailedTooLong,
  retryDelaysSeconds,
} from '../../../../shared/webhook/delivery/result.ts'
import { forAll } from '../../../support/for-all.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const middle = () => 0.5
const decide = (input: Partial<AttemptResultInput>) =>
  attemptResultOf({ attemptNumber: 1, answer: {}, nowMs, random: middle, ...input })
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const day = 86_400

describe('the result of an attempt', () => {
  it.each([200, 201, 202, 204, 299])('with status %i is delivered', status => {
    expect(decide({ answer: { status } })).toEqual({ result: 'delivered' })
  })

  it('with status 410 disables the endpoint, on whichever attempt', () => {
    for (const attemptNumber of [1, 10]) {
      const end = decide({ attemptNumber, answer: { status: 410, retryAfterSeconds: 60 } })
      expect(end).toEqual({ result: 'disable', reason: 'gone' })
    }
  })

  it.each([undefined, 101, 300, 301, 304, 308, 400, 404, 409, 429, 500, 503])(
    'with status %s is tried again',
    status => {
      const at = '2026-11-20T12:00:05.000Z'
      expect(decide({ answer: { status } })).toEqual({ result: 'retry', afterSeconds: 5, at })
    },
  )

  it('that failed is followed by nine retries over three days, and then given up', () => {
    const waits = Array.from({ length: 9 }, (_, index) => decide({ attemptNumber: index + 1 }))
    expect(waits.map(each => each.result === 'retry' && each.afterSeconds)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(decide({ attemptNumber: 10 })).toEqual({ result: 'gave-up' })
    expect(decide({ attemptNumber: 10, answer: { status: 503, retryAfterSeconds: 60 } })).toEqual({
      result: 'gave-up',
    })
  })

  it('waits as long as Retry-After asks, up to a day, and never shorter than planned', () => {
    const none = () => 0
    const after = (attemptNumber: number, retryAfterSeconds: number) =>
      decide({ attemptNumber, random: none, answer: { status: 429, retryAfterSeconds } })
    expect(after(1, 120)).toMatchObject({ afterSeconds: 120 })
    expect(after(4, 1)).toMatchObject({ afterSeconds: 5760 })
    expect(after(1, 999_999)).toMatchObject({ afterSeconds: day })
  })

  it('turned away together with others does not come back in the same second', () => {
    const after = (drawn: number) =>
      decide({ answer: { status: 429, retryAfterSeconds: 100 }, random: () => drawn })
    expect([after(0), after(0.5)]).toMatchObject([{ afterSeconds: 100 }, { afterSeconds: 110 }])
  })

  it('is spread by at most a fifth, and Retry-After only lengthens it', () => {
    forAll(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 200_000 }),
      share,
      (attemptNumber, asked, drawn) => {
        const end = decide({
          attemptNumber,
          answer: { status: 503, retryAfterSeconds: asked },
          random: () => drawn,
        })
        if (end.result !== 'retry') throw new Error('no retry')
        const planned = retryDelaysSeconds[attemptNumber - 1] ?? 0
        expect(end.afterSeconds).toBeGreaterThanOrEqual(
          Math.max(Math.min(asked, day), Math.floor(planned * 0.8)),
        )
        expect(end.afterSeconds).toBeLessThanOrEqual(
          Math.max(Math.ceil(planned * 1.2), Math.ceil(asked * 1.2)),
        )
        expect(Date.parse(end.at)).toBe(nowMs + end.afterSeconds * 1000)
      },
    )
  })

  it('of an endpoint that only failed for five days is that it is disabled', () => {
    const failingSince = '2026-11-15T12:00:00Z'
    expect(decide({ failingSince, answer: { status: 500 } })).toEqual({
      result: 'disable',
      reason: 'failing',
    })
    expect(decide({ failingSince: '2026-11-15T12:00:01Z' })).toMatchObject({ result: 'retry' })
    expect(decide({ failingSince, answer: { status: 200 } })).toEqual({ result: 'delivered' })
    expect(hasFailedTooLong('2026-11-15T12:00:01Z', nowMs)).toBe(false)
    expect(hasFailedTooLong('2026-11-15T12:00:00Z', nowMs)).toBe(true)
  })
})

it('a wait is the same for the same draw, and differs between draws', () => {
  expect(delayAfterSeconds(4, retryDelaysSeconds, () => 0)).toBe(5760)
  expect(delayAfterSeconds(4, retryDelaysSeconds, () => 0.999_999)).toBe(8640)
  expect(delayAfterSeconds(10, retryDelaysSeconds, () => 0)).toBeUndefined()
})

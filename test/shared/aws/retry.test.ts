import { describe, expect, it } from 'vitest'
import { again, randomBackoff, retry } from '../../../shared/aws/retry.ts'

const never = () => new Error('The end was reached')

describe('an attempt', () => {
  it('is made once, and at once, where it answers; undefined and false are answers', async () => {
    for (const answer of ['done', undefined, false]) {
      let made = 0
      const attempt = async () => {
        made++
        return answer
      }
      expect(await retry({ times: 3 }, attempt, never)).toBe(answer)
      expect(made).toBe(1)
    }
  })

  it('is made again with what the one before it found, and knows whether it is the last', async () => {
    const seen: unknown[] = []
    const attempt = async (found: number | undefined, { isLast }: { isLast: boolean }) => {
      seen.push([found, isLast])
      return isLast ? 'done' : again((found ?? 0) + 1)
    }
    expect(await retry({ times: 3 }, attempt, never)).toBe('done')
    expect(seen).toEqual([
      [undefined, false],
      [1, false],
      [2, true],
    ])
  })

  it('is made no more often than was said: then the end is answered, with what was found last', async () => {
    let made = 0
    const attempt = async () => again(++made)
    expect(await retry<string, number>({ times: 4 }, attempt, found => `gave up after ${found}`)).toBe(
      'gave up after 4',
    )
    expect(made).toBe(4)
    await expect(retry({ times: 4 }, attempt, never)).rejects.toThrow('The end was reached')
  })

  it('that throws is not made again', async () => {
    let made = 0
    const attempt = async () => {
      made++
      throw new Error('down')
    }
    await expect(retry({ times: 4 }, attempt, never)).rejects.toThrow('down')
    expect(made).toBe(1)
  })

  it('follows a pause, and none comes before the first or after the last', async () => {
    const pauses: number[] = []
    const pauseMs = (attempt: number) => {
      pauses.push(attempt)
      return 0
    }
    expect(
      await retry<string>(
        { times: 3, pauseMs },
        async () => again(),
        () => 'end',
      ),
    ).toBe('end')
    expect(pauses).toEqual([0, 1])
  })
})

it('a backoff doubles up to the longest pause, and is drawn below it', () => {
  const drawn = Math.random
  Math.random = () => 0.5
  try {
    expect([0, 1, 2, 3, 9].map(randomBackoff(10, 60))).toEqual([5, 10, 20, 30, 30])
  } finally {
    Math.random = drawn
  }
})

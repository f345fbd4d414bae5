import { describe, expect, it } from 'vitest'
import { fairOrder, isNoisy, openFairness } from '../../../../infra/emulator/sqs/fairness.ts'

interface Message {
  readonly name: string
  readonly messageGroupId?: string
  readonly sentTimestamp: number
}

const minuteMs = 60_000

const of = (group: string | undefined, name: string, sentTimestamp = 0): Message => ({
  name,
  sentTimestamp,
  ...(group !== undefined && { messageGroupId: group }),
})
const namesOf = (messages: readonly Message[]) => messages.map(({ name }) => name)

describe('a group of messages is noisy', () => {
  const idle = { processingMs: 0, allProcessingMs: 0 }

  it.each([
    [29, 29, false],
    [30, 30, true],
    [30, 299, true],
    [30, 300, false],
    [31, 300, true],
    [1000, 10_000, false],
    [1001, 10_000, true],
  ])('with %i of %i messages in flight: %s', (inFlight, allInFlight, noisy) => {
    expect(isNoisy({ inFlight, allInFlight, ...idle })).toBe(noisy)
  })

  it.each([
    [100, 1000, false],
    [101, 1000, true],
    [0, 0, false],
  ])('with %i of %i milliseconds of processing: %s', (processingMs, allProcessingMs, noisy) => {
    expect(isNoisy({ inFlight: 1, allInFlight: 1000, processingMs, allProcessingMs })).toBe(noisy)
  })
})

describe('the order of a queue', () => {
  it('is that of sending while nobody is noisy', () => {
    const waiting = [of('one', 'a'), of('two', 'b'), of('one', 'c')]
    expect(fairOrder(waiting, new Map([['one', 29]]), new Set())).toBe(waiting)
  })

  it('has quiet groups first, and of noisy ones the one with least in flight', () => {
    const waiting = [of('loud', 'a'), of('loud', 'b'), of('less', 'c'), of('quiet', 'd'), of(undefined, 'e')]
    const inFlight = new Map([
      ['loud', 40],
      ['less', 39],
    ])
    const noisy = new Set(['loud', 'less'])
    expect(namesOf(fairOrder(waiting, inFlight, noisy))).toEqual(['d', 'e', 'c', 'a', 'b'])
    expect(namesOf(fairOrder(waiting, new Map(), noisy))).toEqual(['d', 'e', 'a', 'c', 'b'])
  })
})

describe('a fair queue', () => {
  /** One with this many messages of a group in flight, each worked on since the beginning. */
  const withInFlight = (counts: Record<string, number>) => {
    const fairness = openFairness()
    for (const [group, count] of Object.entries(counts))
      for (let index = 0; index < count; index++) fairness.received(`${group}-${index}`, group, 0)
    return fairness
  }
  const waiting = [of('busy', 'a'), of('busy', 'b'), of('calm', 'c')]

  it('puts a group back that has thirty messages in flight, and not one that has 29', () => {
    expect(namesOf(withInFlight({ busy: 29 }).order(waiting, 0))).toEqual(['a', 'b', 'c'])
    expect(namesOf(withInFlight({ busy: 30 }).order(waiting, 0))).toEqual(['c', 'a', 'b'])
    expect(namesOf(withInFlight({ busy: 30, others: 270 }).order(waiting, 0))).toEqual(['a', 'b', 'c'])
  })

  it('puts a group back whose few messages take more than a tenth of the time', () => {
    const fairness = withInFlight({ busy: 1, others: 8 })
    expect(namesOf(fairness.order(waiting, 1000))).toEqual(['c', 'a', 'b'])
    expect(namesOf(withInFlight({ busy: 1, others: 9 }).order(waiting, 1000))).toEqual(['a', 'b', 'c'])
  })

  it('counts what was worked on in the last five minutes', () => {
    const fairness = openFairness()
    fairness.received('one', 'busy', 0)
    fairness.done('one', 1000)
    const later = (nowMs: number) => namesOf(fairness.order([...waiting].map(at(nowMs)), nowMs))
    const at = (nowMs: number) => (message: Message) => ({ ...message, sentTimestamp: nowMs })
    expect(later(4 * minuteMs)).toEqual(['c', 'a', 'b'])
    fairness.order([], 5 * minuteMs)
    expect(later(6 * minuteMs)).toEqual(['a', 'b', 'c'])
  })

  it('takes a group for quiet again when nothing of it waits', () => {
    const fairness = withInFlight({ busy: 30 })
    fairness.order(waiting, 0)
    for (let index = 0; index < 30; index++) fairness.done(`busy-${index}`, 0)
    expect(namesOf(fairness.order(waiting, 0))).toEqual(['c', 'a', 'b'])
    fairness.order([of('calm', 'c')], 0)
    expect(namesOf(fairness.order(waiting, 0))).toEqual(['a', 'b', 'c'])
  })

  it('takes a group for quiet again that has sent nothing for five minutes', () => {
    const fairness = withInFlight({ busy: 30 })
    expect(namesOf(fairness.order(waiting, 5 * minuteMs - 1))).toEqual(['c', 'a', 'b'])
    expect(namesOf(fairness.order(waiting, 5 * minuteMs))).toEqual(['a', 'b', 'c'])
  })

  it('takes a message without a group for a group of its own', () => {
    const fairness = openFairness()
    for (let index = 0; index < 100; index++) fairness.received(`${index}`, undefined, 0)
    const alone = [of(undefined, 'a'), of('calm', 'b'), of(undefined, 'c')]
    expect(namesOf(fairness.order(alone, 1000))).toEqual(['a', 'b', 'c'])
  })
})

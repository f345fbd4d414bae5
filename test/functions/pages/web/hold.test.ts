import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, holdSeconds, type HoldState } from '../../../../functions/pages/web/ui/hold.ts'
import { DecideRequest } from '../../../../shared/work/assignment/contract.ts'
import { contradictionReasons } from '../../../../shared/verification/contract/contradiction.ts'

/* What a person pressed waits on the page, and is sent when its seconds end, once. */

interface Press {
  readonly id: string
  readonly key: string
}

const press = (id: string, key = `key of ${id}`): Press => ({ id, key })

class Refused extends Error {}

interface Answering {
  readonly ok: () => Promise<void>
  readonly fail: (error: Error) => Promise<void>
}

/** A hold whose requests are answered by hand. */
const openHold = () => {
  const sent: string[] = []
  const answered: string[] = []
  const waiting = new Map<string, Answering>()
  let state: HoldState<Press> | undefined
  const hold = createHold<Press, string>({
    send: ({ key }) => {
      sent.push(key)
      return new Promise((resolve, reject) => {
        // Whoever answers goes on when the page has heard it.
        const heard = async () => {
          await vi.advanceTimersByTimeAsync(0)
        }
        waiting.set(key, {
          ok: () => {
            resolve('done')
            return heard()
          },
          fail: error => {
            reject(error)
            return heard()
          },
        })
      })
    },
    onAnswer: ({ id }, answer) => answered.push(`${id} ${answer}`),
    isRefusal: error => error instanceof Refused,
    onChange: changed => {
      state = changed
    },
  })
  const failures = () =>
    state?.failures.map(({ items, error }) => [items.map(({ id }) => id).join(), `${error}`])
  const answer = (id: string) => waiting.get(`key of ${id}`)!
  return { hold, sent, answered, answer, failures, state: () => state }
}

const lastMs = holdSeconds * 1000 - 1

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what is pressed', () => {
  it('is sent once, when its seconds end, and nothing of it before', async () => {
    const { hold, sent, answered, answer, state } = openHold()
    hold.press([press('1-1')])
    await vi.advanceTimersByTimeAsync(lastMs)
    expect([sent, hold.find('1-1'), hold.isIdle()]).toEqual([[], press('1-1'), false])
    expect(state()!.held!.untilMs).toBe(Date.parse('2026-11-21T15:00:10.000Z'))
    await vi.advanceTimersByTimeAsync(1)
    expect([sent, state()!.held, state()!.sending]).toEqual([['key of 1-1'], undefined, [press('1-1')]])
    await answer('1-1').ok()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent, answered, hold.isIdle()]).toEqual([['key of 1-1'], ['1-1 done'], true])
  })

  it('is taken back until then, and never sent', async () => {
    const { hold, sent } = openHold()
    hold.press([press('1-1')])
    await vi.advanceTimersByTimeAsync(lastMs)
    expect(hold.takeBack()).toEqual([press('1-1')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent, hold.isIdle(), hold.takeBack()]).toEqual([[], true, []])
    // Pressed anew it has all its seconds.
    hold.press([press('1-1')])
    await vi.advanceTimersByTimeAsync(lastMs)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([sent, hold.takeBack()]).toEqual([['key of 1-1'], []])
  })

  it('is sent by the next press, which is the one that can be taken back', async () => {
    const { hold, sent } = openHold()
    hold.press([press('1-1')])
    await vi.advanceTimersByTimeAsync(4000)
    hold.press([press('1-2')])
    expect(sent).toEqual(['key of 1-1'])
    // The timer of the first is not that of the second.
    await vi.advanceTimersByTimeAsync(lastMs)
    expect([sent, hold.takeBack()]).toEqual([['key of 1-1'], [press('1-2')]])
  })

  it('is pressed once, however often the key comes, until it is answered', async () => {
    const { hold, sent, answer } = openHold()
    hold.press([press('1-1')])
    hold.press([press('1-1', 'again')])
    hold.sendNow()
    hold.press([press('1-1', 'again')])
    hold.sendNow()
    expect(sent).toEqual(['key of 1-1'])
    await answer('1-1').ok()
    hold.press([press('1-1', 'again')])
    hold.sendNow()
    expect(sent).toEqual(['key of 1-1', 'again'])
  })

  it('is sent at once when its page is left, and not again when it comes back or its seconds end', async () => {
    const { hold, sent } = openHold()
    hold.press([press('1-1')])
    hold.leave()
    hold.leave()
    hold.sendNow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['key of 1-1'])
  })
})

describe('what failed', () => {
  it('is told with its error, beside what is held by then, and sent again under the same key', async () => {
    const { hold, sent, answer, failures, state, answered } = openHold()
    hold.press([press('1-1')])
    hold.press([press('1-2')])
    await answer('1-1').fail(new Error('no network'))
    expect([failures(), state()!.held!.items]).toEqual([[['1-1', 'Error: no network']], [press('1-2')]])
    expect([hold.find('1-1'), hold.find('1-2')]).toEqual([undefined, press('1-2')])
    const [failure] = state()!.failures
    hold.forget(failure!)
    hold.send(failure!.items)
    expect([sent, failures()]).toEqual([['key of 1-1', 'key of 1-1'], []])
    await answer('1-1').ok()
    expect(answered).toEqual(['1-1 done'])
  })

  it('is replaced by a new press about the same, and no other is', async () => {
    const { hold, answer, failures } = openHold()
    for (const id of ['1-1', '1-2']) {
      hold.press([press(id)])
      hold.sendNow()
      await answer(id).fail(new Refused('decided'))
    }
    expect(failures()).toEqual([
      ['1-1', 'Error: decided'],
      ['1-2', 'Error: decided'],
    ])
    hold.press([press('1-1', 'new')])
    expect(failures()).toEqual([['1-2', 'Error: decided']])
  })
})

describe('what is pressed together', () => {
  const three = ['1-1', '1-2', '1-3'].map(id => press(id))

  it('is taken back together', () => {
    const { hold } = openHold()
    hold.press(three)
    expect(hold.takeBack()).toEqual(three)
  })

  it('is sent one after the other, and a refusal stops no other', async () => {
    const { hold, sent, answer, answered, failures } = openHold()
    hold.press(three)
    await vi.advanceTimersByTimeAsync(lastMs + 1)
    expect(sent).toEqual(['key of 1-1'])
    await answer('1-1').fail(new Refused('not alike'))
    expect(sent).toEqual(['key of 1-1', 'key of 1-2'])
    await answer('1-2').ok()
    await answer('1-3').ok()
    expect([answered, failures()]).toEqual([['1-2 done', '1-3 done'], [['1-1', 'Error: not alike']]])
  })

  it('stops where no other could be sent, and is told together', async () => {
    const { hold, sent, answer, failures } = openHold()
    hold.press(three)
    hold.sendNow()
    await answer('1-1').ok()
    await answer('1-2').fail(new Error('no network'))
    expect([sent, failures(), hold.isIdle()]).toEqual([
      ['key of 1-1', 'key of 1-2'],
      [['1-2,1-3', 'Error: no network']],
      true,
    ])
  })

  it('is sent at once as a whole when its page is left, each once', async () => {
    const { hold, sent, answer, answered } = openHold()
    hold.press(three)
    hold.sendNow()
    hold.leave()
    expect(sent).toEqual(['key of 1-1', 'key of 1-2', 'key of 1-3'])
    for (const id of ['1-3', '1-1', '1-2']) await answer(id).ok()
    expect([answered, sent.length]).toEqual([['1-3 done', '1-1 done', '1-2 done'], 3])
  })
})

describe('whoever ends their work', () => {
  it('waits until everything is answered, and hears whether it was done', async () => {
    const { hold, sent, answer } = openHold()
    expect(await hold.finish()).toBe(true)
    hold.press([press('1-1'), press('1-2')])
    let end: boolean | undefined
    void hold.finish().then(isDone => {
      end = isDone
    })
    await answer('1-1').ok()
    expect([sent, end]).toEqual([['key of 1-1', 'key of 1-2'], undefined])
    await answer('1-2').ok()
    expect(end).toBe(true)
    hold.press([press('1-3')])
    const failing = hold.finish()
    await answer('1-3').fail(new Refused('decided'))
    expect(await failing).toBe(false)
    // What failed before is no news.
    expect(await hold.finish()).toBe(true)
  })
})

it('a decision with all that can be written fits into what a page that is left may send', () => {
  const longest = {
    decision: 'reject',
    reason: 'FAILED - EMPLOYER UNREACHABLE',
    comment: '\u{1F3E0}'.repeat(2000),
    adminComment: '\u{1F3E0}'.repeat(2000),
    flagsAnswer: '\u{1F3E0}'.repeat(1000),
    againstFinding: { reason: Object.keys(contradictionReasons)[0], explanation: '\u{1F3E0}'.repeat(1000) },
    isTogether: true,
  }
  for (const field of ['comment', 'adminComment', 'flagsAnswer'] as const)
    expect(DecideRequest.safeParse({ ...longest, [field]: `${longest[field]}a` }).success).toBe(false)
  const sent = JSON.stringify(DecideRequest.parse(longest))
  // The Fetch standard: 64 KiB in all bodies that may outlive their page.
  expect(Buffer.byteLength(sent)).toBeLessThan(64 * 1024)
})

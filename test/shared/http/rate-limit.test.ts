import { beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../../../shared/http/contract/problem.ts'
import {
  consumeLeased,
  consumeOne,
  isExhausted,
  rateLimitHeaders,
  refundOne,
} from '../../../shared/http/rate-limit.ts'
import { consumeUnits } from '../../../shared/http/rate-limit-store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

const caller = (clientId: string) => ({ organisationId: 7, mode: 'live', clientId, scopes: [] }) as const
const nowMs = Date.parse('2026-11-20T10:00:15.000Z')
const pings = { name: 'pings', limit: 10, windowSeconds: 60, detail: 'Too many pings.' }

const windowOf = (subject: string) => ({
  of: caller('client-1'),
  clientId: 'client-1',
  name: 'windows',
  subject,
  startsAt: 1_000,
  limit: 10,
  endsAt: 1_060,
})

describe('a window of a limit', () => {
  it('gives no more than there is, to any number at the same time', async () => {
    const left = await Promise.all(Array.from({ length: 40 }, () => consumeUnits(windowOf('one'))))
    expect(left.filter(each => each !== undefined).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
  })

  it('gives several at once or none', async () => {
    expect(await consumeUnits(windowOf('two'), 7)).toBe(3)
    expect(await consumeUnits(windowOf('two'), 4)).toBeUndefined()
    expect(await consumeUnits(windowOf('two'), 3)).toBe(0)
  })

  it('gives no more in advance than may lie idle, and always one that is used at once', async () => {
    expect(await consumeUnits(windowOf('three'), 3, { add: 2, most: 2 })).toBe(7)
    expect(await consumeUnits(windowOf('three'), 2, { add: 1, most: 2 })).toBeUndefined()
    expect(await consumeUnits(windowOf('three'), 1, { add: 0, most: 2 })).toBe(6)
    expect(await consumeUnits(windowOf('three'), 1, { add: -2, most: 2 })).toBe(5)
    expect(await consumeUnits(windowOf('three'), 2, { add: 1, most: 2 })).toBe(3)
  })
})

describe('a limit', () => {
  it('says what it still allows, and refuses with the time until it allows more', async () => {
    const share = { caller: caller('client-2'), subject: 'one' }
    const first = await consumeOne(pings, share, nowMs)
    expect(rateLimitHeaders([first])).toEqual({
      'ratelimit-policy': '"pings";q=10;w=60',
      ratelimit: '"pings";r=9;t=45',
    })
    for (let each = 1; each < 10; each++) await consumeOne(pings, share, nowMs)
    const refused = await consumeOne(pings, share, nowMs).catch((error: Problem) => error)
    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({
      code: 'too_many_requests',
      message: pings.detail,
      headers: { 'retry-after': '45', ratelimit: '"pings";r=0;t=45' },
    })
    await refundOne(pings, share, nowMs)
    expect(await consumeOne(pings, share, nowMs)).toMatchObject({ remaining: 0 })
    expect(await consumeOne(pings, { ...share, subject: 'other' }, nowMs)).toMatchObject({ remaining: 9 })
  })

  it('of an organisation is shared by its clients, and by nobody else', async () => {
    const limit = { ...pings, name: 'numbers', per: 'organisation', limit: 2 } as const
    const takeIt = (from: object) => consumeOne(limit, { caller: { ...caller('one'), ...from } }, nowMs)
    expect((await takeIt({})).remaining).toBe(1)
    expect((await takeIt({ clientId: 'two' })).remaining).toBe(0)
    await expect(takeIt({ clientId: 'three' })).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await takeIt({ mode: 'test' })).remaining).toBe(1)
    expect((await takeIt({ organisationId: 8 })).remaining).toBe(1)
  })

  it('shares nothing with another limit on the same subject', async () => {
    const share = { caller: caller('client-5'), subject: 'same' }
    await consumeOne(pings, share, nowMs)
    expect((await consumeOne({ ...pings, name: 'resends' }, share, nowMs)).remaining).toBe(9)
  })

  it('of nobody is counted by its subject alone', async () => {
    const guesses = { ...pings, name: 'guesses', limit: 1 }
    expect((await consumeOne(guesses, { subject: 'one' }, nowMs)).remaining).toBe(0)
    await expect(consumeOne(guesses, { subject: 'one' }, nowMs)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    expect((await consumeOne(guesses, { subject: 'two' }, nowMs)).remaining).toBe(0)
  })

  it('is shared by all clients of an organisation where the share names none', async () => {
    const shareOf = ({ organisationId, mode }: ReturnType<typeof caller>) => ({
      caller: { organisationId, mode },
      subject: 'shared',
    })
    expect(await consumeOne(pings, shareOf(caller('client-5')), nowMs)).toMatchObject({ remaining: 9 })
    expect(await consumeOne(pings, shareOf(caller('client-6')), nowMs)).toMatchObject({ remaining: 8 })
    const own = { caller: caller('client-5'), subject: 'shared' }
    expect(await consumeOne(pings, own, nowMs)).toMatchObject({ remaining: 9 })
    expect(await isExhausted(pings, own, nowMs)).toBe(false)
    for (let each = 1; each < 10; each++) await consumeOne(pings, own, nowMs)
    expect(await isExhausted(pings, own, nowMs)).toBe(true)
  })

  it('that is taken by leases counts down by one, to nothing, and begins anew', async () => {
    const limit = { ...pings, name: 'requests', limit: 100 }
    const takeIt = (atMs: number) => consumeLeased(limit, caller('client-3'), atMs)
    for (let left = 99; left >= 0; left--) expect((await takeIt(nowMs)).remaining).toBe(left)
    await expect(takeIt(nowMs)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await takeIt(nowMs + 60_000)).remaining).toBe(99)
  })

  it('that is taken by leases gives no more than there is, to any number at the same time', async () => {
    const limit = { ...pings, name: 'requests', limit: 50 }
    const tries = Array.from({ length: 80 }, () => consumeLeased(limit, caller('client-4'), nowMs))
    const given = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(given).toHaveLength(50)
  })
})

import { beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'
import { decryptWith } from '../../../shared/aws/secret.ts'
import { keyLeadMs, rotateKey } from '../../../shared/table/rotating-key-store.ts'
import { beginningOfTime, findReceiptKeys, receiptKeyAt } from '../../../shared/signing/key-store.ts'
import { listKeys, markKeyCompromised } from '../../../shared/signing/rotation.ts'
import { receiptKeys } from '../../../shared/signing/signing.ts'
import { issueVerificationReceipt } from '../../../shared/receipt/verification-receipt.ts'
import { brokenParts } from '../../support/receipts.ts'
import { startStage } from '../table/stage.ts'
import { claimsAt, endedAt, publishedKeys } from './claims.ts'

/* The life of a stage's keys, on the real table: each test goes on where the one before it ended. */

type Signing = Pick<typeof import('../../../shared/receipt/issue.ts'), 'signReceipt'> &
  Pick<typeof import('../../../shared/signing/signing.ts'), 'receiptKeyCacheMs'>

const container = async (): Promise<Signing> => {
  vi.resetModules()
  const [{ signReceipt }, { receiptKeyCacheMs }] = await Promise.all([
    import('../../../shared/receipt/issue.ts'),
    import('../../../shared/signing/signing.ts'),
  ])
  return { signReceipt, receiptKeyCacheMs }
}

let printed: MockInstance
beforeAll(async () => {
  printed = vi.spyOn(console, 'info').mockImplementation(() => {})
  await startStage()
})

const nowMs = Date.parse('2026-11-22T12:00:00.000Z')
const isoAt = (ms: number) => new Date(ms).toISOString()
const kidOf = (receipt: string): string =>
  JSON.parse(Buffer.from(receipt.split('.')[0]!, 'base64url').toString()).kid
const early = claimsAt(1, '2026-11-21T12:00:00.000Z')
let first: string

it('has nothing to rotate where there is no key yet', async () => {
  expect(await rotateKey(receiptKeys, nowMs)).toBeUndefined()
})

describe('the first receipt of a stage', () => {
  it('makes the first key; of many containers at once, all sign with the same', async () => {
    const containers = await Promise.all(Array.from({ length: 5 }, container))
    const receipts = await Promise.all(containers.map(({ signReceipt }) => signReceipt(early, nowMs)))
    expect(new Set(receipts).size).toBe(1)
    first = receipts[0]!
    const keys = await publishedKeys()
    expect(keys).toMatchObject([
      { kid: kidOf(first), from: beginningOfTime, until: null, compromisedSince: null },
    ])
    expect(brokenParts({ receipt: first, keys })).toEqual([])
    const made = printed.mock.calls.map(([line]) => line).filter(({ event }) => event === 'receipt-key.made')
    expect(made).toEqual([{ event: 'receipt-key.made', result: kidOf(first) }])
    const [{ kid, sealed }] = (await findReceiptKeys()) as [Awaited<ReturnType<typeof findReceiptKeys>>[0]]
    const purpose = { purpose: 'receipt-key', secretName: 'receipt-key' } as const
    expect(await decryptWith(purpose, kid, sealed)).toHaveLength(32)
  })

  it('leaves no key in the table that anybody could read', async () => {
    const [{ sealed, ...key }] = (await findReceiptKeys()) as [Awaited<ReturnType<typeof findReceiptKeys>>[0]]
    expect(Object.keys(key).sort()).toEqual(['createdAt', 'from', 'kid', 'n', 'pk', 'sk', 'x'])
    expect(Buffer.from(sealed)).toHaveLength(12 + 16 + 32)
  })
})

describe('a rotation', () => {
  it('has a later key take over in ten minutes, and is one however often it is asked for', async () => {
    const asked = await Promise.all([
      rotateKey(receiptKeys, nowMs),
      rotateKey(receiptKeys, nowMs),
      rotateKey(receiptKeys, nowMs),
    ])
    expect(asked.filter(one => one && 'next' in one)).toHaveLength(1)
    expect(await rotateKey(receiptKeys, nowMs + keyLeadMs - 1)).toMatchObject({ pending: { n: 2 } })
    const takesOver = isoAt(nowMs + keyLeadMs)
    const keys = await publishedKeys()
    expect(keys.map(({ from, until }) => [from, until])).toEqual([
      [beginningOfTime, takesOver],
      [takesOver, null],
    ])
    expect(await listKeys()).toEqual(
      keys.map(({ kid, from, until, compromisedSince }) => ({ kid, from, until, compromisedSince })),
    )
  })

  it('leaves earlier receipts as they were, byte for byte, and signs later ones with the new key', async () => {
    const keys = await publishedKeys()
    const { signReceipt } = await container()
    const laterMs = nowMs + keyLeadMs
    expect(await signReceipt(early, laterMs)).toBe(first)
    expect(brokenParts({ receipt: first, keys })).toEqual([])
    const [before, after] = await Promise.all(
      [laterMs - 1000, laterMs].map(ms => signReceipt(claimsAt(2, isoAt(ms)), laterMs)),
    )
    expect([kidOf(before!), kidOf(after!)]).toEqual(keys.map(({ kid }) => kid))
    for (const receipt of [before!, after!]) expect(brokenParts({ receipt, keys })).toEqual([])
  })

  it('is known to every container before the new key’s time', async () => {
    const { signReceipt, receiptKeyCacheMs: keptMs } = await container()
    await signReceipt(early, nowMs)
    const { next } = (await rotateKey(receiptKeys, nowMs + 2 * keyLeadMs)) as {
      next: { kid: string; from: string }
    }
    const takesOverMs = Date.parse(next.from)
    expect(takesOverMs - (nowMs + 2 * keyLeadMs)).toBeGreaterThan(keptMs)
    expect(kidOf(await signReceipt(claimsAt(3, next.from), takesOverMs))).toBe(next.kid)
  })
})

describe('a key that was in wrong hands', () => {
  const since = '2026-11-22T12:05:00.000Z'
  const laterMs = nowMs + 10 * keyLeadMs

  it('signs nothing any more: what it signed is signed by a later one, and what others signed stays', async () => {
    const [, second] = await publishedKeys()
    const middle = claimsAt(4, second!.from)
    const { signReceipt: sign } = await container()
    const lost = await sign(middle, laterMs)
    expect(kidOf(lost)).toBe(second!.kid)
    await markKeyCompromised(second!.kid, since, laterMs)
    const keys = await publishedKeys()
    expect(keys.map(({ compromisedSince }) => compromisedSince)).toEqual([null, since, null])
    expect(brokenParts({ receipt: lost, keys })).toEqual(['receipt'])
    const { signReceipt } = await container()
    const again = await signReceipt(middle, laterMs)
    expect(kidOf(again)).toBe(keys.at(-1)!.kid)
    expect(brokenParts({ receipt: again, keys })).toEqual([])
    expect(await signReceipt(early, laterMs)).toBe(first)
  })

  it('has a successor at once if it was the newest', async () => {
    const newest = (await publishedKeys()).at(-1)!
    await markKeyCompromised(newest.kid, since, laterMs)
    const keys = await publishedKeys()
    expect(keys).toHaveLength(4)
    expect(
      keys.slice(-2).map(({ from, until, compromisedSince }) => [from, until, compromisedSince]),
    ).toEqual([
      [newest.from, isoAt(laterMs), since],
      [isoAt(laterMs), null, null],
    ])
    const { signReceipt } = await container()
    const receipt = await signReceipt(claimsAt(5, isoAt(laterMs - 1000)), laterMs)
    expect(kidOf(receipt)).toBe(keys.at(-1)!.kid)
    expect(brokenParts({ receipt, keys })).toEqual([])
  })

  it('is so since the earliest time that was said of it, and nobody’s if there is none', async () => {
    const [, second] = await publishedKeys()
    const earlier = '2026-11-22T12:01:00.000Z'
    for (const time of [earlier, since]) await markKeyCompromised(second!.kid, time, laterMs)
    expect((await publishedKeys())[1]!.compromisedSince).toBe(earlier)
    expect(await markKeyCompromised('none', since, laterMs)).toBeUndefined()
  })

  it('leaves one that is not, whatever is said of it', async () => {
    const keys = await findReceiptKeys()
    for (const { kid } of keys) await markKeyCompromised(kid, since, laterMs)
    const left = await findReceiptKeys()
    expect(receiptKeyAt(left, laterMs)).toMatchObject({ n: left.length })
    expect(left.filter(({ compromisedSince }) => !compromisedSince)).toHaveLength(1)
  })
})

it('is none while the event is on its way, and says when to come again', async () => {
  const at = '2026-11-20T12:00:00.000Z'
  const early = issueVerificationReceipt(endedAt(77, at), { trail: [], photos: [] }, Date.parse(at))
  await expect(early).rejects.toMatchObject({ code: 'not_final', headers: { 'retry-after': '2' } })
})

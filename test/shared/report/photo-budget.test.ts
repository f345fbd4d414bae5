import { expect, it } from 'vitest'
import { choosePhotoCopies, photosLimitBytes, type StoredSize } from '../../../shared/report/read-photos.ts'

const kept = (whole: number, small?: number): StoredSize => ({
  whole: Buffer.alloc(whole),
  small: small === undefined ? undefined : Buffer.alloc(small),
})

const kindsOf = (photos: readonly StoredSize[], limitBytes: number) =>
  choosePhotoCopies(photos, limitBytes).map(copy =>
    typeof copy === 'string' ? copy : `${copy.kind} ${copy.bytes.length}`,
  )

it('shows whole photos as long as there is room', () => {
  expect(kindsOf([kept(40), kept(60)], 100)).toEqual(['whole 40', 'whole 60'])
})

it('keeps room for a small copy of each that comes later', () => {
  expect(kindsOf([kept(60, 10), kept(30, 10), kept(60, 10), kept(20, 10)], 110)).toEqual([
    'whole 60',
    'whole 30',
    'small 10',
    'small 10',
  ])
})

it('says what is gone, and what is too large without a small copy', () => {
  expect(kindsOf([{ whole: undefined, small: undefined }, kept(101)], 100)).toEqual(['gone', 'tooLarge'])
})

it('shows the small copy where the whole one is gone', () => {
  expect(kindsOf([{ whole: undefined, small: Buffer.alloc(3) }], 100)).toEqual(['small 3'])
})

it('leaves a fifth of what a function may answer to words', () => {
  const answerLimitBytes = 6_291_556
  expect((photosLimitBytes * 4) / 3).toBeLessThan(answerLimitBytes * 0.8)
})

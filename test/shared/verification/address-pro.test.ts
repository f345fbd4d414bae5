import { expect, it } from 'vitest'
import { applicantPhotoLimitBytes } from '../../../shared/verification/contract/property.ts'
import { applicantPhotoRule } from '../../../shared/verification/product/address-pro.ts'

const wrongIn = (addressExtraData: unknown) =>
  applicantPhotoRule({ params: {}, nowMs: 0, body: { addressExtraData } }).map(({ pointer, code }) => [
    pointer,
    code,
  ])
const sized = (bytes: number): string => Buffer.alloc(bytes).toString('base64')

it('takes photos to the last byte, and none that is larger', () => {
  expect(wrongIn({ applicantPhoto1: sized(applicantPhotoLimitBytes) })).toEqual([])
  expect(wrongIn({ applicantPhoto3: sized(applicantPhotoLimitBytes + 1) })).toEqual([
    ['/addressExtraData/applicantPhoto3', 'photo_too_large'],
  ])
})

it.each(['', null, undefined])('counts %o as no photo', nothing => {
  expect(wrongIn({ applicantPhoto1: nothing })).toEqual([])
})

it.each(['AAA', 'AAA=A', 'A===', '====', 'AA AA===', 'AAA\n', 'AA-_', 'data:image/png;base64,AAAA'])(
  'refuses %j, which is no base64 of a file',
  text => {
    expect(wrongIn({ applicantPhoto2: text })).toEqual([['/addressExtraData/applicantPhoto2', 'wrong_form']])
  },
)

it.each([undefined, null, 'x', 7, []])('leaves %o in the place of all of it to the schema', value => {
  expect(wrongIn(value)).toEqual([])
})

it('leaves what is no text to the schema', () => {
  expect(wrongIn({ applicantPhoto1: 7, applicantPhoto2: ['AAAA'] })).toEqual([])
})

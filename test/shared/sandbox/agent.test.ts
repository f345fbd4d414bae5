import { expect, it } from 'vitest'
import { parsePhotoFile, photoFile } from '../../../shared/evidence/photo.ts'
import {
  mediaObjectKey,
  type PlaceholderSlot,
  placeholderDigest,
} from '../../../shared/evidence/placeholder.ts'
import drawings from '../../../shared/evidence/placeholders.json' with { type: 'json' }
import { simulationOf } from '../../../shared/sandbox/agent/report.ts'
import { type DecidedOutcome, decidableOutcomes } from '../../../shared/verification/contract/outcome.ts'
import { type Product, products } from '../../../shared/verification/contract/product.ts'
import type { AddressReport } from '../../../shared/verification/report.ts'
import { outcomeIn, scenarioOf, scenarios } from '../../../shared/verification/scenario.ts'

const slotsOf = (product: Product, outcome: DecidedOutcome) => simulationOf[product].slots({ outcome })

it.each(['address', 'business-address'] as const)('takes the photos that its report on %s names', product => {
  for (const outcome of ['verified', 'noAccess'] as const) {
    const visit = { at: '2026-11-20T12:00:00.000Z', outcome }
    const report = simulationOf[product].report({} as never, visit) as AddressReport
    const named = [report.exteriorPhotos, report.interiorPhotos, report.extraPhotos].flat()
    expect(slotsOf(product, outcome)).toEqual(named.map(file => parsePhotoFile(file)?.slot))
  }
})

it('goes inside only if all is well, and photographs nobody on the telephone', () => {
  expect(slotsOf('address', 'verified')).toEqual(Object.keys(drawings))
  expect(slotsOf('address', 'noAccess')).toHaveLength(2)
  expect(slotsOf('employment', 'verified')).toEqual([])
})

it.each(['photos', 'everything-optional'] as const)('takes no photos where %s are to be missing', lacks => {
  const visit = { at: '2026-11-20T12:00:00.000Z', outcome: 'verified', lacks } as const
  const report = simulationOf.address.report({} as never, visit) as AddressReport
  expect([report.exteriorPhotos, report.interiorPhotos, report.extraPhotos].flat()).toEqual([])
  expect(simulationOf.address.slots(visit)).toEqual([])
})

it('knows a number of the sandbox however it is written, and no other', () => {
  const at = (phone: string) => scenarioOf({ applicant: { phone } })
  for (const phone of ['08000001003', '+2348000001003', '0800 000 1003', '(0800) 000-1003'])
    expect(outcomeIn(at(phone), 'employment'), phone).toBe('employerUnreachable')
  for (const phone of ['08031234567', '0800000100', '8000001003000']) expect(at(phone), phone).toEqual({})
})

it('never takes longer than a queue can wait', () => {
  for (const { afterSeconds = 0 } of Object.values(scenarios)) expect(afterSeconds).toBeLessThanOrEqual(900)
})

it('finds with each of its numbers what the product can end as', () => {
  for (const row of Object.values(scenarios))
    for (const product of products) expect(decidableOutcomes[product]).toContain(outcomeIn(row, product))
})

it('has a number for every end that the agent can find', () => {
  for (const product of products) {
    const found = Object.values(scenarios).map(row => outcomeIn(row, product))
    expect([...new Set(found)].toSorted()).toEqual([...decidableOutcomes[product]].toSorted())
  }
})

it('has small drawings, each a JPEG file unlike the others', () => {
  const files = Object.values(drawings).map(text => Buffer.from(text, 'base64'))
  for (const file of files) {
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(file.length).toBeLessThan(2500)
  }
  expect(new Set(files.map(file => file.toString('base64'))).size).toBe(files.length)
})

it('has its drawings lie in one place for all test verifications, and whatever people photograph in its own', () => {
  const lies = (mode: 'test' | 'live', photo: string, verificationId: number) =>
    mediaObjectKey(`evidence/1/${mode}/${verificationId}/${photo}`, {
      organisationId: 1,
      mode,
      verificationId,
      photo,
    })
  const drawn = (slot: PlaceholderSlot) => photoFile({ slot, sha256: placeholderDigest(slot) })
  const [one, other] = [drawn('exteriorPhotos.photo1'), drawn('exteriorPhotos.photo2')]
  expect(lies('test', one, 7)).toMatch(/^sandbox\/[0-9a-f]{64}\.jpeg$/)
  expect(lies('test', one, 8)).toBe(lies('test', one, 7))
  expect(lies('test', other, 7)).not.toBe(lies('test', one, 7))
  expect(lies('live', one, 7)).toBe(`evidence/1/live/7/${one}`)
  const taken = photoFile({ slot: 'exteriorPhotos.photo1', sha256: 'ab'.repeat(32) })
  expect(lies('test', taken, 7)).toBe(`evidence/1/test/7/${taken}`)
  expect(lies('test', 'constructor', 7)).toBe('evidence/1/test/7/constructor')
})

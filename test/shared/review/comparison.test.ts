import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { stateById } from '../../../shared/location/location.ts'
import { AddressRecord } from '../../../shared/verification/contract/address-record.ts'
import { toAddressRecord } from '../../../shared/verification/record.ts'
import { findStatedLocation } from '../../../shared/verification/stated-location.ts'
import type { AddressVerification, ClaimedProperty } from '../../../shared/verification/verification.ts'
import { compareFields, extraFindingsOf, visitedPositionOf } from '../../../shared/review/comparison.ts'
import { address } from '../../support/reports.ts'

const recordOf = (verification: AddressVerification) =>
  z.parse(
    AddressRecord,
    toAddressRecord(verification, key => key),
  )

const record = recordOf(address())
const house = { buildingType: 'Bungalow', buildingDescription: 'Residential' }

const rowsOf = (visitedMetres: number | null, addressType = 'Duplex', accuracyMetres: number | null = 12.4) =>
  compareFields({
    record: { ...record, addressBasic: { addressType } },
    findings: null,
    claim: null,
    property: { ...house, visitedMetres, accuracyMetres },
  }).slice(1)

it.each([
  [17.4, 'The agent’s device was 17 m away, ±12 m', 'same'],
  [200, 'The agent’s device was 200 m away, ±12 m', 'same'],
  [201, 'The agent’s device was 201 m away, ±12 m', 'differs'],
  [null, 'No device said where it was', 'unknown'],
] as const)('holds the confirmed position against a device that was %o m away', (metres, found, match) => {
  const claimed = '6.601838, 3.351486, confirmed on a map'
  expect(rowsOf(metres)[0]).toEqual({ what: 'Position', claimed, found, match })
})

it('says that nobody knows how exact a device was that did not say', () => {
  expect(rowsOf(17.4, 'Duplex', null)[0]!.found).toBe('The agent’s device was 17 m away, accuracy unknown')
})

it.each([
  ['bungalow', 'same'],
  ['Residential', 'same'],
  ['Face-me-I-face-you', 'unknown'],
  ['', 'unknown'],
] as const)('never says that the agent’s word %j differs: it is a word of their own', (word, match) => {
  expect(rowsOf(null, word)[1]).toEqual({
    what: 'Kind of address',
    claimed: 'Bungalow, Residential',
    found: word,
    match,
  })
})

it('says the kind of address once', () => {
  const found = { record, findings: null, claim: null }
  const kinds = (property?: object) =>
    extraFindingsOf({ ...found, ...property }).filter(({ what }) => what === 'Kind of address')
  expect(kinds()).toHaveLength(1)
  expect(kinds({ property: { ...house, visitedMetres: null, accuracyMetres: null } })).toEqual([])
})

it('knows where a device was, unless none said so', () => {
  expect(visitedPositionOf(record)).toEqual({ latitude: 6.602, longitude: 3.3515 })
  const { report: _, ...unvisited } = address()
  expect(visitedPositionOf(recordOf(unvisited))).toBeUndefined()
})

it('takes what was confirmed on a map for a position, were it the very centre of its state', () => {
  const { latitude, longitude } = stateById(address().stateId)!
  const atCentre = address({ initialLatitude: latitude, initialLongitude: longitude })
  expect(findStatedLocation(atCentre).precision).toBe('state_centre')
  expect(findStatedLocation({ ...atCentre, property: {} as ClaimedProperty }).precision).toBe('confirmed')
})

import { expect, it } from 'vitest'
import type { Assignment } from '../../../shared/work/assignment/assignment.ts'
import { metresBeyond } from '../../../shared/location/area.ts'
import { lgaCentre } from '../../../shared/location/lga-centre.ts'
import { allStates, lgasOf, stateById } from '../../../shared/location/location.ts'
import { lgaArea } from '../../../shared/location/outline.ts'
import { toAddressResponse } from '../../../shared/verification/record.ts'
import type { ClaimedProperty } from '../../../shared/verification/verification.ts'
import { toWorkItem } from '../../../shared/review/assignment-response.ts'
import { address } from '../../support/reports.ts'

const { latitude, longitude } = stateById(address().stateId)!
const capital = { initialLatitude: latitude, initialLongitude: longitude }

const confirmed = { ...capital, property: {} as ClaimedProperty }

it.each([
  ['by the order', {}, 'stated'],
  ['by nobody', capital, 'state_centre'],
  ['on a map, were it the very centre of its state', confirmed, 'confirmed'],
] as const)('a record says that its position was given %s', (_, changes, initial) => {
  const { report: visited, ...ordered } = address(changes)
  const precisionOf = (report?: typeof visited) =>
    toAddressResponse(address({ ...ordered, report }), key => key).locationPrecision
  expect(precisionOf()).toEqual({ initial, current: initial })
  const exact = { ...visited!, accuracyMetres: 12.5 }
  expect(precisionOf(exact)).toEqual({ initial, current: 'measured', accuracyMetres: 12.5 })
  expect(precisionOf(visited)).toEqual({ initial, current: 'measured', accuracyMetres: undefined })
  const { initialLatitude, initialLongitude } = ordered
  const unmeasured = { ...visited!, latitude: initialLatitude, longitude: initialLongitude }
  expect(precisionOf(unmeasured)).toEqual({ initial, current: initial })
})

const placeOf = (changes: Parameters<typeof address>[0]) => {
  const assignment = {
    organisationId: 1,
    mode: 'live',
    verificationId: 2,
    product: 'address',
    status: 'open',
    assignedAt: '2026-11-19T08:05:12.000Z',
    dueAt: '2026-11-21T08:05:12.000Z',
  } as unknown as Assignment
  const task = { assignment, verification: address(changes) }
  return toWorkItem(task, { worker: 'agent-1', nowMs: 0 }).place!
}

it('leads an agent to the middle of the LGA where the order gave no position', () => {
  const stated = { latitude: 6.601838, longitude: 3.351486, precision: 'stated' }
  expect(placeOf({})).toMatchObject(stated)
  expect(placeOf({ property: {} as ClaimedProperty })).toMatchObject({ ...stated, precision: 'confirmed' })
  const { lgaId } = address()
  expect(placeOf(capital)).toMatchObject({ ...lgaCentre(lgaId), precision: 'lga_centre' })
})

it('has the middle of each LGA inside of it', () => {
  const lgas = allStates().flatMap(lgasOf)
  expect(lgas.filter(({ id }) => metresBeyond(lgaArea(id), lgaCentre(id)) > 0)).toEqual([])
})

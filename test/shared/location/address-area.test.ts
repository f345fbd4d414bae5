import { describe, expect, it } from 'vitest'
import { findAddressFault } from '../../../shared/location/address-area.ts'
import { findLga, findState } from '../../../shared/location/find-place.ts'
import { lgaCentre } from '../../../shared/location/lga-centre.ts'
import reaches from '../../../shared/location/lga-reaches.json' with { type: 'json' }
import { allStates, type Lga, lgasOf, type State } from '../../../shared/location/location.ts'
import { addressPositionRule } from '../../../shared/location/location-rule.ts'
import { lgaArea } from '../../../shared/location/outline.ts'
import { metresBetween } from '../../../shared/location/position.ts'

const lgas = allStates().flatMap(lgasOf)
const idOf = (state: string, lga: string) => (findLga(findState(state) as State, lga) as Lga).id
const ikeja = idOf('Lagos', 'Ikeja')
const at = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('the area of an address', () => {
  it('reaches from the middle of its LGA to the farthest point of the outline', () => {
    const measured = lgas.map(({ id }) => {
      const metres = lgaArea(id).lines.flatMap(line => line.map(point => metresBetween(lgaCentre(id), point)))
      return Math.ceil(Math.max(...metres) / 1000)
    })
    expect(reaches).toBe(measured.join(' '))
  })

  it.each([
    ['the address', 6.6018, 3.3515, undefined],
    ['its neighbour', 6.4969, 3.3642, undefined],
    ['a town that its people count to it', 6.6194, 3.5105, undefined],
    ['swapped', 3.3515, 6.6018, 'swapped'],
    ['null island', 0, 0, 'zero'],
    ['beside null island', 0.0004, -0.0003, 'zero'],
    ['London', 51.5074, -0.1278, 'outside'],
    ['London, swapped', -0.1278, 51.5074, 'outside'],
    ['Abuja', 9.0765, 7.4706, 'outside'],
    ['the sign of the west', 6.6018, -3.3515, 'outside'],
    ['a pole', 90, 180, 'outside'],
    ['nowhere on earth', 91, 0, 'outside'],
    ['nowhere on earth, swapped', 3.3515, 96.6018, 'outside'],
  ] as const)('of Ikeja: %s', (_, latitude, longitude, fault) => {
    expect(findAddressFault(ikeja, at(latitude, longitude))).toBe(fault)
  })

  it('holds every point of every outline, and calls it swapped the other way round but where both lie in it', () => {
    for (const { id } of lgas) {
      for (const { latitude, longitude } of lgaArea(id).lines.flat()) {
        expect(findAddressFault(id, at(latitude, longitude))).toBe(undefined)
        const swapped = findAddressFault(id, at(longitude, latitude))
        if (swapped !== undefined) expect(swapped).toBe('swapped')
      }
    }
    // Along the line on which latitude and longitude are nearly the same nobody can tell.
    const untold = lgas.filter(({ id }) => {
      const { latitude, longitude } = lgaCentre(id)
      return findAddressFault(id, at(longitude, latitude)) === undefined
    })
    expect(untold.length / lgas.length).toBeLessThan(0.1)
  })
})

describe('the position of an order', () => {
  const errorsOf = (body: unknown) => addressPositionRule({ params: {}, body, nowMs: 0 } as never)
  const place = { stateName: 'Lagos', lgaName: 'Ikeja' }
  const refusal = (pointer: string, detail: string) => [{ pointer, code: 'far_location', detail }]
  const zero =
    '0, 0 is what a device or a map says when it knows no place. Leave it out if you do not know it.'
  const swapped = 'Latitude and longitude are swapped: the other way round it is in Nigeria.'
  const outside = 'That is not in Nigeria. Leave it out if you do not know it.'

  it.each([
    [at(0, 0), zero],
    [at(0.0004, -0.0003), zero],
    [at(3.3515, 6.6018), swapped],
    [at(51.5074, -0.1278), outside],
    [at(6.6018, -3.3515), outside],
    [at(90, 180), outside],
    [at(-90, -180), outside],
  ])('is in Nigeria, or refused with what is wrong: %j', (position, detail) => {
    expect(errorsOf({ ...place, ...position })).toEqual(refusal('/latitude', detail))
    expect(errorsOf({ ...place, addressExtraData: position })).toEqual(
      refusal('/addressExtraData/latitude', detail),
    )
  })

  it('is taken in all of the country, far from the LGA, too, and where there is none', () => {
    for (const body of [{}, at(6.6018, 3.3515), at(9.0765, 7.4706), { addressExtraData: at(6.6018, 3.3515) }])
      expect(errorsOf({ ...place, ...body })).toEqual([])
    for (const { latitude, longitude } of lgas.map(({ id }) => lgaCentre(id)))
      expect(errorsOf(at(latitude, longitude))).toEqual([])
  })

  it.each([
    { ...place, latitude: '0', longitude: 0 },
    { ...place, latitude: 0 },
    { ...place, latitude: 0, longitude: null },
    { ...place, ...at(91, 0) },
    { ...place, addressExtraData: 7 },
    undefined,
  ])('is left to others where numbers are none: %j', body => {
    expect(errorsOf(body)).toEqual([])
  })
})

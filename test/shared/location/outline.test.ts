import { describe, expect, it } from 'vitest'
import { decodePolyline, metresBeyond, type OutlinedArea } from '../../../shared/location/area.ts'
import { findLga, findState } from '../../../shared/location/find-place.ts'
import { allStates, type Lga, lgasOf, type State } from '../../../shared/location/location.ts'
import { joinLines, lgaArea, stateArea } from '../../../shared/location/outline.ts'
import outlines from '../../../shared/location/outlines.json' with { type: 'json' }

const states = allStates()
const lgas = states.flatMap(lgasOf)
const lgaAreas = new Map(lgas.map(({ id }) => [id, lgaArea(id)]))
const stateAreas = new Map(states.map(({ id }) => [id, stateArea(id)]))
const lgaIn = (state: string, name: string) => findLga(findState(state) as State, name) as Lga

/** Well-known places all over the country, from memory. */
const known = [
  ['Lagos', 'Surulere', 'the National Stadium', 6.4969, 3.3642],
  ['Lagos', 'Ikeja', 'Allen Avenue', 6.6018, 3.3515],
  ['Lagos', 'Lagos Mainland', 'Yaba', 6.5095, 3.3711],
  ['Lagos', 'Eti-Osa', 'Lekki Phase 1', 6.4478, 3.4723],
  ['Lagos', 'Apapa', 'the port', 6.4389, 3.3653],
  ['Lagos', 'Badagry', 'the town', 6.4158, 2.8813],
  ['Lagos', 'Epe', 'the town', 6.5841, 3.9834],
  ['Lagos', 'Ikorodu', 'the town', 6.6194, 3.5105],
  ['Ogun', 'Abeokuta South', 'Olumo Rock', 7.1653, 3.3464],
  ['Ogun', 'Ijebu Ode', 'the town', 6.8206, 3.9173],
  ['Oyo', 'Ibadan North', 'the University of Ibadan', 7.4443, 3.8995],
  ['Osun', 'Ife Central', 'Obafemi Awolowo University', 7.5186, 4.5226],
  ['Kwara', 'Ilorin West', 'the Emir’s palace', 8.4966, 4.5421],
  ['Edo', 'Oredo', 'King’s Square, Benin City', 6.335, 5.6221],
  ['Delta', 'Warri South', 'Warri', 5.5174, 5.7501],
  ['Rivers', 'Port Harcourt', 'the old township', 4.7596, 7.0261],
  ['Cross River', 'Calabar Municipal', 'the airport', 4.976, 8.3472],
  ['Akwa Ibom', 'Uyo', 'Ibom Plaza', 5.0333, 7.9266],
  ['Enugu', 'Enugu North', 'Ogui', 6.4527, 7.5103],
  ['Anambra', 'Onitsha North', 'the main market', 6.1525, 6.7793],
  ['Imo', 'Owerri Municipal', 'the centre', 5.4836, 7.0333],
  ['Benue', 'Makurdi', 'the centre', 7.7322, 8.5391],
  ['Plateau', 'Jos North', 'Terminus', 9.9181, 8.8921],
  ['Federal Capital Territory', 'Abuja Municipal Area Council', 'Wuse', 9.0765, 7.4706],
  ['Federal Capital Territory', 'Gwagwalada', 'the town', 8.9426, 7.0826],
  ['Kaduna', 'Zaria', 'the city', 11.0667, 7.7],
  ['Kano', 'Kano Municipal', 'the Emir’s palace', 11.9926, 8.5186],
  ['Borno', 'Maiduguri', 'the centre', 11.8311, 13.151],
  ['Sokoto', 'Sokoto North', 'the Sultan’s palace', 13.0648, 5.2395],
  ['Adamawa', 'Yola North', 'Jimeta', 9.2794, 12.4583],
] as const

const metresOutside = (state: string, lga: string, latitude: number, longitude: number) =>
  metresBeyond(lgaArea(lgaIn(state, lga).id), { latitude, longitude })

describe('the outlines', () => {
  it('hold thirty known places in their LGAs and states', () => {
    expect(known).toHaveLength(30)
    for (const [state, lga, place, latitude, longitude] of known) {
      expect([place, metresOutside(state, lga, latitude, longitude)]).toEqual([place, 0])
      const { id } = findState(state) as State
      expect(metresBeyond(stateArea(id), { latitude, longitude })).toBe(0)
    }
  })

  it('hold each of these places in one LGA of all, and in one state', () => {
    for (const [state, lga, , latitude, longitude] of known) {
      const isHere = (area: OutlinedArea) => metresBeyond(area, { latitude, longitude }) === 0
      expect(lgas.filter(({ id }) => isHere(lgaAreas.get(id)!))).toEqual([lgaIn(state, lga)])
      expect(states.filter(({ id }) => isHere(stateAreas.get(id)!))).toEqual([findState(state)])
    }
  })

  it('are of every state and of every LGA in our list, and of no other', () => {
    expect(outlines.lgas.map(text => text.split('|').length)).toEqual(
      states.map(state => lgasOf(state).length),
    )
    for (const { id, name, latitude, longitude } of states) {
      const area = stateAreas.get(id)!
      // Asaba, Calabar and their like lie at a river that is the border.
      expect([name, metresBeyond(area, { latitude, longitude }) < 1000]).toEqual([name, true])
    }
  })

  it('say how far beyond an LGA something is', () => {
    const abuja = [9.0765, 7.4706] as const
    expect(Math.round(metresOutside('Lagos', 'Surulere', ...abuja) / 1000)).toBe(534)
    // Allen Avenue lies in Ikeja, some kilometres north of Surulere.
    expect(Math.round(metresOutside('Lagos', 'Surulere', 6.6018, 3.3515))).toBe(9255)
  })

  it('are whole: each ring ends where it began, and a state is where its LGAs are', () => {
    for (const area of [...lgaAreas.values(), ...stateAreas.values()]) {
      const ends = area.lines.flatMap(line => [line[0]!, line.at(-1)!].map(point => JSON.stringify(point)))
      const odd = [...Map.groupBy(ends, end => end)].filter(([, all]) => all.length % 2 === 1)
      expect([area.name, odd]).toEqual([area.name, []])
    }
  })
})

it('joins the lines of each outline into rings that end where they began, and loses none', () => {
  for (const area of [...lgaAreas.values(), ...stateAreas.values()]) {
    const rings = joinLines(area)
    const sides = (lines: OutlinedArea['lines']) => lines.reduce((sum, line) => sum + line.length - 1, 0)
    expect([area.name, sides(rings)]).toEqual([area.name, sides(area.lines)])
    for (const ring of rings) expect([area.name, ring.at(-1)]).toEqual([area.name, ring[0]])
  }
})

it('reads a polyline', () => {
  // The example of the format's own page, there to a hundred thousandth of a degree.
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    { latitude: 385, longitude: -1202 },
    { latitude: 407, longitude: -1209.5 },
    { latitude: 432.52, longitude: -1264.53 },
  ])
})

describe('beyond an outline', () => {
  const corner = (latitude: number, longitude: number) => ({ latitude, longitude })
  const around = (south: number, west: number, side: number) =>
    [
      [south, west],
      [south, west + side],
      [south + side, west + side],
      [south + side, west],
      [south, west],
    ].map(([latitude, longitude]) => corner(latitude!, longitude!))
  /** A square degree at the equator with a hole in it. */
  const square = { name: 'square', lines: [around(0, 0, 1), around(0.4, 0.4, 0.2)] }

  it.each([
    ['within', 0.2, 0.7, 0],
    ['in a hole', 0.5, 0.55, 0.05],
    ['north of a side', 1.5, 0.5, 0.5],
    ['past a corner', -0.3, -0.4, 0.5],
  ])('%s is the distance to the nearest side', (_, latitude, longitude, degrees) => {
    const metres = metresBeyond(square, { latitude, longitude })
    expect(Math.abs(metres - degrees * 111_195)).toBeLessThanOrEqual(degrees * 600)
  })
})

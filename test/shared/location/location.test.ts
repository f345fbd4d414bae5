import { createHash } from 'node:crypto'
import { all } from 'nigerian-states-and-lgas'
import { describe, expect, it } from 'vitest'
import {
  allStates,
  findLga,
  findState,
  lgaById,
  lgasOf,
  mapUrl,
  type State,
  stateById,
} from '../../../shared/location/location.ts'

const states = allStates()
const lgas = states.flatMap(lgasOf)
const state = (name: string) => findState(name) as State

describe('the list of places', () => {
  it('is complete: 36 states, the Federal Capital Territory and 774 LGAs', () => {
    expect([states.length, lgas.length]).toEqual([37, 774])
    expect(new Set(lgas.map(({ id }) => id)).size).toBe(774)
  })

  it('keeps the ids that integrators have stored', () => {
    const ids = [...states, ...lgas].map(({ id, name }) => `${id} ${name}`).join('\n')
    expect(createHash('sha256').update(ids).digest('hex')).toBe(
      '1a52f0b6348ed0eac2d87008cd5db12b369cb4e589656e3d421a3b7950c162df',
    )
  })

  it('has the LGAs of the package that it was taken from, each at its own id', () => {
    const listed = new Map(all().map(({ state, lgas }) => [state, lgas]))
    // `Goron/Goronyo` gives a short and a full name; the full one is the LGA's.
    const fullName = (name: string) => name.replace(/^(.+)\/(?=\1)/, '')
    const expected = states.flatMap(({ id, name }) =>
      listed
        .get(name === 'Katsina' ? 'Kastina' : name)!
        .map((lga, index) => ({ id: id * 100 + index + 1, name: fullName(lga), stateId: id })),
    )
    expect(lgas).toEqual(expected)
  })

  it('finds each by its own name and id', () => {
    for (const one of states) expect(findState(one.name)).toBe(stateById(one.id))
    for (const lga of lgas) expect(findLga(stateById(lga.stateId)!, lga.name)).toBe(lgaById(lga.id))
  })

  it('has coordinates inside Nigeria', () => {
    const outside = states.filter(
      ({ latitude, longitude }) => latitude < 4 || latitude > 14 || longitude < 2.6 || longitude > 14.7,
    )
    expect(outside).toEqual([])
  })
})

it.each([
  ['FCT', 'Federal Capital Territory'],
  ['Abuja', 'Federal Capital Territory'],
  ['abuja fct', 'Federal Capital Territory'],
  ['F.C.T.', 'Federal Capital Territory'],
  ['Lagos State', 'Lagos'],
  ['  lagos ', 'Lagos'],
  ['AKWA-IBOM', 'Akwa Ibom'],
  ['Nassarawa', 'Nasarawa'],
  ['Cross Rivers', 'Cross River'],
  ['Katsina', 'Katsina'],
])('takes %s for %s', (name, expected) => {
  expect(findState(name)).toMatchObject({ name: expected })
})

it.each([
  ['Lagos', 'Eti-Osa', 'Eti Osa'],
  ['Lagos', 'Eti-Osa Local Government Area', 'Eti Osa'],
  ['FCT', 'AMAC', 'Abuja Municipal Area Council'],
  ['Ogun', 'Ado-Odo/Ota', 'Ado-Odo/Ota'],
  ['Ogun', 'Ota', 'Ado-Odo/Ota'],
  ['Sokoto', 'Goronyo', 'Goronyo'],
  ['Bauchi', 'Jamaare', "Jama'are"],
])('takes %s: %s for %s', (stateName, name, expected) => {
  expect(findLga(state(stateName), name)).toMatchObject({ name: expected })
})

it('does not take an LGA of another state', () => {
  expect(findLga(state('Kano'), 'Ikeja')).not.toHaveProperty('id')
})

it.each([
  ['Lagoss', 'Lagos'],
  ['Kanno', 'Kano'],
  ['Zamfaro', 'Zamfara'],
])('takes %s for a slip of the pen and suggests %s', (name, nearest) => {
  expect(findState(name)).toEqual({ nearest })
})

it.each(['Texas', 'Ohio', 'London', '', '---', 'x'.repeat(60), '\u{1F600}', 'State'])(
  'suggests nothing for %j, which is near no state',
  name => {
    expect(findState(name)).toEqual({})
  },
)

it('links to a map at the coordinates', () => {
  expect(mapUrl(6.5, 3.35)).toBe('https://www.google.com/maps/search/?api=1&query=6.5,3.35')
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allStates, lgasOf, mapUrl } from '../../../shared/location/location.ts'

const states = allStates()
const lgas = states.flatMap(lgasOf)

describe('the list of places', () => {
  it('is complete: 36 states, the Federal Capital Territory and 774 LGAs', () => {
    expect([states.length, lgas.length]).toEqual([37, 774])
    expect(new Set(lgas.map(({ id }) => id)).size).toBe(774)
  })

  const digestOf = (named: readonly { readonly id: number; readonly name: string }[]) =>
    createHash('sha256')
      .update(named.map(({ id, name }) => `${id} ${name}`).join('\n'))
      .digest('hex')

  it('keeps the ids that integrators have stored', () => {
    expect(digestOf([...states, ...lgas])).toBe(
      '17381266eb897649fc25f35998c72f0cdb6c4041161f9e43069986621719fd29',
    )
  })

  it('has 23 LGAs by other names than until November 2026, at the same ids', () => {
    const before = new Map([
      [111, 'Osisioma'],
      [202, 'Fufure'],
      [204, 'Gayuk'],
      [719, 'Oturkpo'],
      [917, 'Yakuur'],
      [1604, 'Ezinihitte'],
      [1627, 'Unuimo'],
      [1915, 'Garun Mallam'],
      [2101, 'Aleiro'],
      [2102, 'Arewa'],
      [2119, 'Danko-Wasagu'],
      [2410, 'Ifako-Ijaiye'],
      [2510, 'Nasarawa Egon'],
      [2618, 'Moya'],
      [2718, 'Shagamu'],
      [2901, 'Aiyedaade'],
      [2902, 'Aiyedire'],
      [3021, 'Ogbomosho North'],
      [3022, 'Ogbomosho South'],
      [3210, 'Emuoha'],
      [3321, 'Wamako'],
      [3409, 'Kumi'],
      [3606, 'Chafe'],
    ])
    expect(lgas.filter(({ id }) => before.has(id)).map(({ name }) => name)).toEqual([
      'Osisioma Ngwa',
      'Fufore',
      'Guyuk',
      'Otukpo',
      'Yakurr',
      'Ezinihitte Mbaise',
      'Onuimo',
      'Garun Malam',
      'Aliero',
      'Arewa Dandi',
      'Wasagu/Danko',
      'Ifako-Ijaye',
      'Nasarawa Eggon',
      'Munya',
      'Sagamu',
      'Ayedaade',
      'Ayedire',
      'Ogbomoso North',
      'Ogbomoso South',
      'Emohua',
      'Wamakko',
      'Kurmi',
      'Tsafe',
    ])
    const named = [...states, ...lgas].map(({ id, name }) => ({ id, name: before.get(id) ?? name }))
    expect(digestOf(named)).toBe('1a52f0b6348ed0eac2d87008cd5db12b369cb4e589656e3d421a3b7950c162df')
  })

  it('has coordinates inside Nigeria', () => {
    const outside = states.filter(
      ({ latitude, longitude }) => latitude < 4 || latitude > 14 || longitude < 2.6 || longitude > 14.7,
    )
    expect(outside).toEqual([])
  })
})

it('links to a map at the coordinates', () => {
  expect(mapUrl(6.5, 3.35)).toBe('https://www.google.com/maps/search/?api=1&query=6.5,3.35')
})

import { all } from 'nigerian-states-and-lgas'
import { describe, expect, it } from 'vitest'
import { findLga, findState, lgaSpellings } from '../../../shared/location/find-place.ts'
import { allStates, lgaById, lgasOf, type State, stateById } from '../../../shared/location/location.ts'
import names from '../../../shared/location/place-names.json' with { type: 'json' }
import { placeKey } from '../../../shared/location/place-words.ts'
import lists from './lists.json' with { type: 'json' }

const state = (name: string) => findState(name) as State
const find = (stateName: string, name: string) => findLga(state(stateName), name)
const suggestionsFor = (stateName: string, name: string) => {
  const found = find(stateName, name)
  return 'id' in found ? found.name : found.suggestions
}

const entries = allStates().flatMap(one =>
  lgaSpellings(one).map(spellings => ({
    stateName: one.name,
    own: spellings[0].name,
    spellings: spellings.map(({ name }) => name),
  })),
)

it('says of every LGA whose spelling differs which official lists write its own name, and of each other who does', () => {
  const spellings = allStates().flatMap(lgaSpellings).flat()
  expect(spellings.filter(({ lists }) => !/^[CIOPNASLKU]+$/.test(lists))).toEqual([])
  expect(
    allStates()
      .flatMap(lgaSpellings)
      .filter(([own]) => !/^C?I?O?P?$/.test(own.lists)),
  ).toEqual([])
  const official = new Map(
    allStates()
      .flatMap(lgaSpellings)
      .map(([own, ...others]) => [own, others]),
  )
  const outvoted = [...official].filter(([own, others]) =>
    others.some(({ lists }) => lists.replace(/[^CIOP]/g, '').length > own.lists.length),
  )
  expect(outvoted).toEqual([])
})

describe('a place is found', () => {
  it('by its own name and id', () => {
    for (const one of allStates()) {
      expect(findState(one.name)).toBe(stateById(one.id))
      for (const lga of lgasOf(one)) expect(findLga(one, lga.name)).toBe(lgaById(lga.id))
    }
  })

  it('by every spelling that a list has', () => {
    const missed = entries.flatMap(({ stateName, own, spellings }) =>
      spellings.filter(name => suggestionsFor(stateName, name) !== own),
    )
    expect(missed).toEqual([])
  })

  it('at the id that it had under the names of before, those of the package that they were taken from', () => {
    const listed = new Map(all().map(({ state, lgas }) => [state, lgas]))
    // `Goron/Goronyo` gives a short and a full name.
    const fullName = (name: string) => name.replace(/^(.+)\/(?=\1)/, '')
    const found = allStates().flatMap(one =>
      listed
        .get(one.name === 'Katsina' ? 'Kastina' : one.name)!
        .map((name, index) => [findLga(one, fullName(name)), lgaById(one.id * 100 + index + 1)]),
    )
    expect(found).toHaveLength(774)
    expect(found.filter(([one, same]) => one !== same)).toEqual([])
  })

  it('however its name is written', () => {
    const written: readonly ((name: string, stateName: string) => string)[] = [
      name => name.toUpperCase(),
      name => ` ${name.toLowerCase()}\u00a0`,
      name => name.replaceAll(' ', '-'),
      name => name.replaceAll(/[-/]/g, ' '),
      name => name.replaceAll(/[-/' ]/g, ''),
      name => [...name].join('\u200b'),
      name => name.replace(/[- ]?east\b/i, '/E').replace(/[- ]?west\b/i, '/W'),
      name =>
        name
          .replace(/North\b/, 'N.')
          .replace(/South\b/, 'S.')
          .replace(/Central\b/, 'C'),
      name => `${name} LGA`,
      name => `${name} (L.G.A.)`,
      name => `${name} Local Government Area`,
      name => `${name} Local Govt. Council`,
      (name, stateName) => `${name}, ${stateName}`,
      (name, stateName) => `${name} LGA, ${stateName} State, Nigeria`,
      (name, stateName) => `${name} (${stateName})`,
      (name, stateName) => `${name} ${stateName}`,
    ]
    const missed = allStates().flatMap(one =>
      lgasOf(one).flatMap(lga =>
        written.map(write => write(lga.name, one.name)).filter(name => findLga(one, name) !== lga),
      ),
    )
    expect(missed).toEqual([])
  })

  it('as nothing else: no name is two places’', () => {
    const shared = entries.flatMap(({ stateName, own, spellings }) =>
      lgasOf(state(stateName)).filter(
        ({ name }) => name !== own && spellings.some(other => placeKey(other) === placeKey(name)),
      ),
    )
    expect(shared).toEqual([])
    const spelt = entries.flatMap(({ stateName, spellings }) =>
      spellings.map(name => `${stateName}: ${placeKey(name)}`),
    )
    expect(spelt.length).toBe(new Set(spelt).size)
  })

  it.each([
    ['FCT', 'Federal Capital Territory'],
    ['Abuja', 'Federal Capital Territory'],
    ['abuja fct', 'Federal Capital Territory'],
    ['F.C.T.', 'Federal Capital Territory'],
    ['F. C. T', 'Federal Capital Territory'],
    ['FCT - Abuja', 'Federal Capital Territory'],
    ['Abuja (FCT)', 'Federal Capital Territory'],
    ['Federal Capital Territory (Abuja)', 'Federal Capital Territory'],
    ['Federal Capital Territory, Abuja', 'Federal Capital Territory'],
    ['Lagos State', 'Lagos'],
    ['  lagos ', 'Lagos'],
    ['Lagos State, Nigeria', 'Lagos'],
    ['Rivers State', 'Rivers'],
    ['AKWA-IBOM', 'Akwa Ibom'],
    ['A/Ibom', 'Akwa Ibom'],
    ['Cross-River', 'Cross River'],
    ['C/River', 'Cross River'],
    ['Cross Rivers', 'Cross River'],
    ['Nassarawa', 'Nasarawa'],
    ['Oshun', 'Osun'],
    ['Ọ̀yọ́', 'Oyo'],
    ['Katsina', 'Katsina'],
    ['Kastina', 'Katsina'],
  ])('as a state: %s is %s', (name, expected) => {
    expect(findState(name)).toMatchObject({ name: expected })
  })

  it.each([
    // official spellings
    ['Adamawa', 'Fufore', 'Fufore'],
    ['Benue', 'Otukpo', 'Otukpo'],
    ['Imo', 'Onuimo', 'Onuimo'],
    ['Zamfara', 'Tsafe', 'Tsafe'],
    ['Taraba', 'Kurmi', 'Kurmi'],
    ['Nasarawa', 'Nasarawa Eggon', 'Nasarawa Eggon'],
    ['Oyo', 'Ogbomoso North', 'Ogbomoso North'],
    ['Oyo', 'Ogbomoso South', 'Ogbomoso South'],
    ['Ogun', 'Sagamu', 'Sagamu'],
    ['Osun', 'Ayedaade', 'Ayedaade'],
    ['Osun', 'Ayedire', 'Ayedire'],
    ['Abia', 'Osisioma Ngwa', 'Osisioma Ngwa'],
    ['Ogun', 'Egbado North', 'Yewa North'],
    ['Ogun', 'Egbado South', 'Yewa South'],
    ['Ekiti', 'Aiyekire', 'Gbonyin'],
    ['Kebbi', 'Wasagu/Danko', 'Wasagu/Danko'],
    ['Kebbi', 'Arewa Dandi', 'Arewa Dandi'],
    ['Lagos', 'Ifako-Ijaye', 'Ifako-Ijaye'],
    ['Adamawa', 'Girie', 'Girei'],
    // their neighbours: names that were ours, slips of the Constitution, renamed LGAs
    ['Kebbi', 'Danko-Wasagu', 'Wasagu/Danko'],
    ['Lagos', 'Ifako-Ijaiye', 'Ifako-Ijaye'],
    ['Niger', 'Muya', 'Munya'],
    ['Sokoto', 'Tqngaza', 'Tangaza'],
    ['Kano', 'Ghari', 'Kunchi'],
    ['Ebonyi', 'Afikpo-South(Edda)', 'Afikpo South'],
    ['Ekiti', 'Aiyekire (formerly Gbonyin)', 'Gbonyin'],
    ['Osun', 'Oshogbo', 'Osogbo'],
    // halves
    ['Kogi', 'Kabba', 'Kabba/Bunu'],
    ['Ogun', 'Ota', 'Ado-Odo/Ota'],
    ['Ogun', 'Ado-Odo/Ota', 'Ado-Odo/Ota'],
    ['Lagos', 'Oshodi', 'Oshodi-Isolo'],
    ['Lagos', 'Isolo', 'Oshodi-Isolo'],
    ['Lagos', 'Ajeromi', 'Ajeromi-Ifelodun'],
    ['Lagos', 'Amuwo', 'Amuwo-Odofin'],
    ['Lagos', 'Ibeju', 'Ibeju-Lekki'],
    ['Rivers', 'Ndoni', 'Ogba/Egbema/Ndoni'],
    ['Kebbi', 'Danko', 'Wasagu/Danko'],
    ['Zamfara', 'Kiyaw', 'Birnin Magaji/Kiyaw'],
    ['Imo', 'Egbema', 'Ohaji/Egbema'],
    // abbreviations
    ['FCT', 'AMAC', 'Abuja Municipal Area Council'],
    ['Abuja', 'Municipal', 'Abuja Municipal Area Council'],
    ['Borno', 'MMC', 'Maiduguri'],
    ['Rivers', 'PHALGA', 'Port Harcourt'],
    ['Rivers', 'P/Harcourt', 'Port Harcourt'],
    ['Bauchi', 'T/Balewa', 'Tafawa Balewa'],
    ['Jigawa', 'S/Tankarkar', 'Sule Tankarkar'],
    ['Oyo', 'Ibadan N.E.', 'Ibadan North-East'],
    ['Oyo', 'Ibadan N/East', 'Ibadan North-East'],
    ['Oyo', 'Ibadan Northeast', 'Ibadan North-East'],
    ['Delta', 'WarriSW', 'Warri South West'],
    // with what people add
    ['Lagos', 'Ikeja L.G.A.', 'Ikeja'],
    ['Lagos', 'Ikeja L. G. A', 'Ikeja'],
    ['Lagos', 'IKEJA LGA', 'Ikeja'],
    ['Lagos', 'Ikeja Local Government', 'Ikeja'],
    ['Lagos', 'Eti-Osa Local Government Area', 'Eti Osa'],
    ['Lagos', "Ikeja Local Gov't Area", 'Ikeja'],
    ['Lagos', 'Ikeja, Lagos', 'Ikeja'],
    ['Lagos', 'Ikeja Lagos State', 'Ikeja'],
    ['FCT', 'Bwari Area Council', 'Bwari'],
    ['FCT', 'Bwari, Abuja', 'Bwari'],
    ['FCT', 'Kuje (FCT)', 'Kuje'],
    ['Ekiti', 'Ikere Ekiti', 'Ikere'],
    ['Kano', 'Nassarawa (Kano)', 'Nasarawa'],
    ['Rivers', 'Obio-Akpor', 'Obio/Akpor'],
    ['Rivers', 'Port Harcourt City', 'Port Harcourt'],
    ['Cross River', 'Calabar-Municipal', 'Calabar Municipal'],
    ['Bauchi', 'Jamaare', "Jama'are"],
    ['Katsina', 'Ɗan Musa', 'Dan Musa'],
    ['Lagos', 'Ike\u200bja', 'Ikeja'],
  ])('as an LGA: %s, %s is %s', (stateName, name, expected) => {
    expect(find(stateName, name)).toMatchObject({ name: expected })
  })
})

describe('a name that is no place', () => {
  it.each([
    // all words of what was sent
    ['Ondo', 'Akoko North', ['Akoko North-East', 'Akoko North-West']],
    ['Ondo', 'Akoko South', ['Akoko South-East', 'Akoko South-West']],
    ['Oyo', 'Ibadan East', ['Ibadan North-East', 'Ibadan South-East']],
    ['Delta', 'Ika North', ['Ika North East']],
    ['Delta', 'Warri', ['Warri North', 'Warri South', 'Warri South West']],
    ['Plateau', 'Jos', ['Jos East', 'Jos North', 'Jos South']],
    ['Anambra', 'Onitsha Town', ['Onitsha North', 'Onitsha South']],
    ['Akwa Ibom', 'Nsit', ['Nsit-Atai', 'Nsit-Ibom', 'Nsit-Ubium']],
    ['Benue', 'Katsina', ['Katsina-Ala']],
    ['Rivers', 'Toru', ['Akuku-Toru', 'Asari-Toru']],
    ['Oyo', 'Ogbomosho', ['Ogbomoso North', 'Ogbomoso South']],
    ['Cross River', 'Calabar Mun.', ['Calabar Municipal']],
    ['Delta', 'Isoko Nor', ['Isoko North']],
    // the stem, and no LGA in the opposite direction
    [
      'Oyo',
      'Ibadan Central',
      ['Ibadan North', 'Ibadan North-East', 'Ibadan North-West', 'Ibadan South-East', 'Ibadan South-West'],
    ],
    ['Kwara', 'Ilorin North', ['Ilorin East', 'Ilorin West']],
    ['Osun', 'Ilesa North', ['Ilesa East', 'Ilesa West']],
    ['Osun', 'Ede Central', ['Ede North', 'Ede South']],
    ['Oyo', 'Ibarapa South', ['Ibarapa Central', 'Ibarapa East']],
    ['Delta', 'Warri East', ['Warri North', 'Warri South']],
    ['Cross River', 'Calabar North', ['Calabar Municipal']],
    ['Kano', 'Kabo North', ['Kabo']],
    ['Lagos', 'Ikeja GRA', ['Ikeja']],
    ['Lagos', 'Surulere, Ikeja', ['Ikeja', 'Surulere']],
    // a slip of the pen
    ['Lagos', 'Ikejja', ['Ikeja']],
    ['Oyo', 'Ibadam North', ['Ibadan North']],
    ['Rivers', 'Port Harcort', ['Port Harcourt']],
    ['Ondo', 'Akoka North East', ['Akoko North-East']],
    ['Sokoto', 'Tambuwa', ['Tambuwal']],
  ])('%s, %s may mean %o', (stateName, name, suggestions) => {
    expect(find(stateName, name)).toEqual({ suggestions, isTown: false })
  })

  it.each([
    [
      'Kano',
      'Kano',
      ['Dala', 'Fagge', 'Gwale', 'Kano Municipal', 'Kumbotso', 'Nasarawa', 'Tarauni', 'Ungogo'],
    ],
    ['Edo', 'Benin City', ['Egor', 'Ikpoba Okha', 'Oredo']],
    ['Edo', 'Benin', ['Egor', 'Ikpoba Okha', 'Oredo']],
    ['Delta', 'Asaba', ['Oshimili South']],
    ['Niger', 'Minna', ['Bosso', 'Chanchaga']],
    ['Osun', 'Ile-Ife', ['Ife Central', 'Ife East']],
    ['Lagos', 'Lekki', ['Eti Osa', 'Ibeju-Lekki']],
    ['Lagos', 'Victoria Island, Lagos', ['Eti Osa']],
    ['Oyo', 'Oyo', ['Atiba', 'Oyo East', 'Oyo West']],
  ])('%s, %s is a town in %o', (stateName, name, suggestions) => {
    expect(find(stateName, name)).toEqual({ suggestions, isTown: true })
  })

  it('names towns whose LGAs are in the list', () => {
    const towns = Object.entries<Partial<Record<'names' | 'lgas' | 'towns', string>>>(names).flatMap(
      ([stateName, { towns }]) =>
        (towns?.split('; ') ?? []).map(town => ({
          stateName,
          town: town.split(': ')[0]!,
          lgas: town.split(': ')[1]!,
        })),
    )
    for (const { stateName, town, lgas } of towns) {
      expect(find(stateName, town)).toEqual({ suggestions: lgas.split(', '), isTown: true })
      const listed = lgasOf(state(stateName)).map(({ name }) => name)
      expect(new Set(lgas.split(', ')).isSubsetOf(new Set(listed))).toBe(true)
    }
    expect(towns).toHaveLength(81)
  })

  it.each([
    ['Lagos', 'North'],
    ['Lagos', 'N/E'],
    ['Ogun', 'Remo South'],
    ['Kano', 'Ikeja'],
    ['Kano', 'Gama'],
    ['Abia', 'O/Ngwa'],
    ['Lagos', 'Dallas'],
    ['Lagos', 'LGA'],
    ['Lagos', ''],
    ['Lagos', '---'],
    ['Lagos', '\u{1F600}'],
  ])('%s, %s is near none', (stateName, name) => {
    expect(find(stateName, name)).toEqual({ suggestions: [], isTown: false })
  })

  it.each([
    ['Lagoss', ['Lagos']],
    ['Kanno', ['Kano']],
    ['Zamfaro', ['Zamfara']],
    ['Kano North', ['Kano']],
    ['Cross', ['Cross River']],
    ['Akwa', ['Akwa Ibom']],
    ['Texas', []],
    ['Ohio', []],
    ['London', []],
    ['', []],
    ['---', []],
    ['x'.repeat(60), []],
    ['\u{1F600}', []],
    ['State', []],
  ])('as a state: %s may mean %o', (name, suggestions) => {
    expect(findState(name)).toEqual({ suggestions, isTown: false })
  })
})

/*
 * Lists of others, with every name in which this one leads to no LGA, and what it suggests instead. What is left are slips of
 * one list, towns and wards, LGAs of other states, and names that two LGAs share.
 */
describe.each(lists)('of $name', ({ understood, states, left }) => {
  const rows = Object.entries(states).flatMap(([stateName, lgas]) =>
    lgas.split(', ').map(name => ({ stateName, name, answer: suggestionsFor(stateName, name) })),
  )

  it('every name is understood but for those that stand there, which were more before', () => {
    const others = rows.filter(({ answer }) => typeof answer !== 'string')
    expect(
      Object.fromEntries(others.map(({ stateName, name, answer }) => [`${stateName}: ${name}`, answer])),
    ).toEqual(left)
    expect(rows.length - others.length).toBe(understood.now)
    expect(understood.now).toBeGreaterThan(understood.before)
  })
})

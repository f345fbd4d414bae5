import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../../shared/work/assignment/flags.ts'
import {
  isVagueOf,
  type Search,
  vagueReasonOf,
  verifindDataOf as verifindDataWith,
} from '../../../../shared/work/assignment/verifind.ts'
import type { Visit } from '../../../../shared/work/assignment/visit.ts'
import { metresBetween } from '../../../../shared/location/position.ts'
import { at, elsewhere, exterior, fix, house, north, photo, visit, visitWith } from './visits.ts'

const verifindDataOf = (one: Visit) => verifindDataWith(one, flagsOf(one))

describe('verifindData', () => {
  it('tells the session and the distances of a visit', () => {
    const photos = [
      photo(exterior, 20, { fixes: [fix(31, 20)] }),
      photo('exteriorPhotos.photo2', 21, { fixes: [fix(3, 19), fix(64, 21)] }),
      photo('interiorPhotos.photo1', 25, { fixes: [fix(9, 25)] }),
      photo('extraPhotos.photo1', 30, { fixes: [fix(120, 30)] }),
    ]
    expect(verifindDataOf(visit({ photos, reportedFrom: north(8000) }))).toEqual({
      buildingImageDistance: 64,
      deviceLocationDistance: 3,
      isTrackingSessionActive: false,
      selfieImageDistance: null,
      surroundingImageDistance: 120,
      trackingStartedAt: at(0),
      trackingEndedAt: at(40),
      isVerifind4d: true,
    })
  })

  it('tells no distance where there is no photo, no fix, or no stated position', () => {
    const none = { buildingImageDistance: null, deviceLocationDistance: null, surroundingImageDistance: null }
    const stated = { ...house, precision: 'state_centre' } as const
    for (const one of [visit({ photos: [] }), visitWith({ fixes: [] }), visit({ stated })])
      expect(verifindDataOf(one)).toMatchObject({ ...none, isVerifind4d: false })
    expect(verifindDataOf(visit({ photos: [], reportedFrom: north(70) }))).toMatchObject({
      ...none,
      deviceLocationDistance: 70,
    })
  })

  it('is of a session that goes on until the report', () => {
    const { reportedAt: _reportedAt, ...open } = visit()
    expect(verifindDataOf(open)).toMatchObject({
      isTrackingSessionActive: true,
      trackingEndedAt: null,
      isVerifind4d: false,
    })
  })

  it.each<[string, Visit]>([
    ['a photo that was chosen as a file', visitWith({ source: 'file' })],
    ['a photo of something else than the building', visitWith({ slot: 'extraPhotos.photo1' })],
    ['a fix that is not good', visitWith({ fixes: [fix(10, 20, 51)] })],
    ['a fix beyond the radius', visitWith({ fixes: [fix(302, 20)] })],
    ['a fix beyond a radius of 0', visitWith({ fixes: [fix(1, 20)] }, { radiusMetres: 0 })],
    ['a photo from before the claim', visit({ photos: [photo(exterior, -5)] })],
    ['a photo from after the report', visit({ photos: [photo(exterior, 45)] })],
    ['a strong flag', visit({ seenBefore: elsewhere('of extraPhotos.photo1') })],
  ])('is not 4d with %s', (_what, one) => {
    expect(verifindDataOf(one).isVerifind4d).toBe(false)
  })

  it('is 4d with a fix at the radius itself', () => {
    const fixes = [fix(299, 20)]
    const radiusMetres = metresBetween(fixes[0]!, house)
    expect(verifindDataOf(visitWith({ fixes }, { radiusMetres })).isVerifind4d).toBe(true)
  })

  it('is 4d with one good photo, and in spite of what happens every day', () => {
    const [device] = visit().devices
    const extra = photo('extraPhotos.photo1', 30, { source: 'file', fixes: [] })
    const photos = [photo(exterior, 20, { fixes: [fix(299, 20, 50)] }), extra]
    expect(
      verifindDataOf(visit({ photos, devices: [{ ...device!, enrolledAt: at(10) }] })).isVerifind4d,
    ).toBe(true)
  })
})

describe('an address', () => {
  const search = (changes: Partial<Search> = {}): Search => ({
    stated: { ...house, precision: 'stated' },
    street: '12 Allen Avenue',
    found: north(200),
    ...changes,
  })
  const { found: _found, ...lost } = search()

  it.each<[string, Search, string]>([
    [
      'people had to be asked',
      search({ neededHelp: true }),
      'The address was found only with the help of others.',
    ],
    [
      'it lies elsewhere',
      search({ found: north(1240) }),
      'It was found 1240 m from the position that the order stated.',
    ],
    [
      'nothing leads there',
      { ...lost, street: 'Allen Avenue' },
      'Nothing was found, and the order gave neither a number nor a landmark.',
    ],
  ])('is vague where %s', (_why, one, reason) => {
    expect([isVagueOf(one), vagueReasonOf(one)]).toEqual([true, reason])
  })

  it.each<[string, Search]>([
    ['it was found where it should be', search()],
    ['it was not found though it has a number', lost],
    ['it was not found though it has a landmark', { ...lost, street: 'Allen Avenue', landmark: 'the bank' }],
    [
      'only a state’s centre is far away',
      search({ stated: { ...north(90_000), precision: 'state_centre' } }),
    ],
  ])('is not vague where %s', (_why, one) => {
    expect([isVagueOf(one), vagueReasonOf(one)]).toEqual([false, undefined])
  })
})

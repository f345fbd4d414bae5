import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeMetres,
  flagsOf,
  flagWeights,
  isStrong,
  otherCasesIn,
  strongCodes,
  toReportFlags,
  withDecisionFlags,
} from '../../../../shared/work/assignment/flags.ts'
import type { VisitFix } from '../../../../shared/work/assignment/fix.ts'
import type { OrderedArea, Visit } from '../../../../shared/work/assignment/visit.ts'
import { metresBeyond } from '../../../../shared/location/area.ts'
import { findLga } from '../../../../shared/location/find-place.ts'
import { type Lga, stateById } from '../../../../shared/location/location.ts'
import { lgaArea, stateArea } from '../../../../shared/location/outline.ts'
import { type Coordinates, metresBetween } from '../../../../shared/location/position.ts'
import { forAll } from '../../../support/for-all.ts'
import { at, elsewhere, exterior, fix, house, north, photo, visit, visitWith } from './visits.ts'

const said = (one: Visit) =>
  flagsOf(one).map(({ code, reason, places = [] }) => [code, reason, ...places.map(({ at }) => at)])

it('says nothing of a visit as it should be, or of one that is not yet reported', () => {
  const { reportedAt: _reportedAt, ...open } = visit()
  for (const one of [visit(), open]) expect(said(one)).toEqual([])
})

describe('evidence that is not there', () => {
  const noPhoto = ['no_photo', 'No photo shows the place.', 'report']
  const noPosition = [
    'no_position',
    'No position of the report or a photo says where the agent was.',
    'report',
  ]
  const none = { photos: [], devices: [] }

  it('is remarkable in a report without a photo, without a position, and without both', () => {
    expect(said(visit({ ...none, reportedFrom: house }))).toEqual([noPhoto])
    expect(said(visit(none))).toEqual([noPhoto, noPosition])
    // Where it was claimed says nothing of the place.
    expect(said(visit({ ...none, claimedFrom: house }))).toEqual([noPhoto, noPosition])
    const photos = [photo(exterior, 20, { fixes: [] }), photo('extraPhotos.photo1', 21, { fixes: [] })]
    expect(said(visit({ photos }))).toEqual([[...noPosition, exterior, 'extraPhotos.photo1']])
  })

  it('is in a photo alone where the report or another photo has a position', () => {
    const noFixes = ['no_fixes', 'The device stated no position: 0 fixes.', exterior]
    const bare = photo(exterior, 20, { fixes: [] })
    expect(said(visit({ photos: [bare], reportedFrom: house }))).toEqual([noFixes])
    expect(said(visit({ photos: [bare, photo('extraPhotos.photo1', 21)] }))).toEqual([noFixes])
  })

  it('is kept for the customer with every other strong flag, without a word of other cases', () => {
    const photos = [photo(exterior, 20, { fixes: [], source: 'file' })]
    expect(toReportFlags(flagsOf(visit({ photos, seenBefore: elsewhere(`of ${exterior}`) })))).toEqual([
      { code: 'no_position', reason: noPosition[1], places: ['report', exterior] },
      {
        code: 'photo_seen_before',
        reason: 'The very same photo stands in another verification.',
        places: [exterior],
      },
    ])
    expect(toReportFlags(flagsOf(visit()))).toEqual([])
  })
})

describe('where a photo was taken', () => {
  const taken = (metres: number) => visitWith({ fixes: [fix(metres, 20)] })

  it('is remarkable beyond the stage’s radius', () => {
    expect(said(taken(299))).toEqual([])
    expect(said(taken(302))).toEqual([
      ['far_from_address', 'Taken 302 m from the stated position; up to 300 m are expected.', exterior],
    ])
    expect(said(taken(42_000))[0]![1]).toBe('Taken 42 km from the stated position; up to 300 m are expected.')
    expect([9999, 10_000].map(describeMetres)).toEqual(['9999 m', '10 km'])
  })

  it('is not remarkable at the radius itself', () => {
    const fixes = [fix(299, 20)]
    expect(said(visitWith({ fixes }, { radiusMetres: metresBetween(fixes[0]!, house) }))).toEqual([])
  })

  it('is what the device stated nearest to the shutter', () => {
    const fixes = [fix(5, 15), fix(900, 20.1), fix(5, 21)]
    expect(said(visitWith({ fixes }))[0]![1]).toContain('Taken 900 m')
  })

  it('cannot be judged where the order gave no position', () => {
    const stated = { ...house, precision: 'state_centre' } as const
    expect(
      said(visitWith({ fixes: [fix(42_000, 20)] }, { stated, previous: { ...house, at: at(-6000) } })),
    ).toEqual([
      [
        'position_unknown',
        'The order gave no position, only a state and an LGA: no distance to the address can be told.',
      ],
    ])
  })

  it('is unknown without a fix', () => {
    expect(said(visitWith({ fixes: [] }, { reportedFrom: house }))).toEqual([
      ['no_fixes', 'The device stated no position: 0 fixes.', exterior],
    ])
  })
})

describe('the area of the order', () => {
  const [lga, state] = [lgaArea((findLga(stateById(24)!, 'Surulere') as Lga).id), stateArea(24)]
  const area: OrderedArea = {
    lgaName: lga.name,
    stateName: state.name,
    metresBeyond: position => ({ lga: metresBeyond(lga, position), state: metresBeyond(state, position) }),
  }
  const surulere = { latitude: 6.4969, longitude: 3.3642 }
  const abuja = { latitude: 9.0765, longitude: 7.4706 }
  const at = (place: Coordinates, changes: Partial<Visit> = {}) => {
    const fixes = [{ ...fix(0, 20), ...place }]
    const stated = { ...surulere, precision: 'state_centre' } as const
    const { previous: _previous, ...others } = visitWith({ fixes }, { stated, area, ...changes })
    return said(others).filter(([code]) => code !== 'position_unknown')
  }

  it('is where a visit is as it should be, up to 2 km beyond the outline', () => {
    expect(at(surulere)).toEqual([])
    // Some 1900 m north of the outline, in Mushin.
    const mushin = { latitude: 6.5355, longitude: 3.3515 }
    expect(Math.round(metresBeyond(lga, mushin))).toBe(1937)
    expect(at(mushin, { claimedFrom: mushin, reportedFrom: mushin })).toEqual([])
  })

  it('has 2 km around it, to the metre, and so has the state', () => {
    const beyond = (metres: { readonly lga: number; readonly state: number }) =>
      at(surulere, { area: { ...area, metresBeyond: () => metres } }).map(([code]) => code)
    expect(beyond({ lga: 2000, state: 0 })).toEqual([])
    expect(beyond({ lga: 2001, state: 2000 })).toEqual(['outside_lga'])
    expect(beyond({ lga: 2001, state: 2001 })).toEqual(['outside_state'])
  })

  it('is remarkable where a photo, the claim or the report lies outside', () => {
    const ikeja = house
    expect(at(ikeja)).toEqual([['outside_lga', '9255 m outside Surulere, the LGA of the order.', exterior]])
    expect(at(surulere, { claimedFrom: ikeja, reportedFrom: ikeja })).toEqual([
      ['outside_lga', '9255 m outside Surulere, the LGA of the order.', 'claim', 'report'],
    ])
  })

  it('has a strong flag, and no weak one, where they lie outside the state', () => {
    const flags = at(abuja, { reportedFrom: abuja })
    expect(flags).toEqual([
      ['outside_state', '450 km outside Lagos, the state of the order.', 'report', exterior],
    ])
    expect(flagWeights).toMatchObject({ outside_state: 'strong', outside_lga: 'weak' })
  })
})

describe('how fixes were measured', () => {
  it('is remarkable with an accuracy of zero', () => {
    expect(said(visitWith({ fixes: [fix(9, 19.9), fix(10, 20, 0)] }))).toEqual([
      ['accuracy_zero', '1 of 2 fixes claim an accuracy of 0 m, as made-up ones do.', exterior],
    ])
    const zeros = [fix(9, 19.8, 0), fix(10, 19.9, 0), fix(11, 20, 0)]
    expect(said(visitWith({ fixes: zeros })).map(([code]) => code)).toEqual(['accuracy_zero'])
  })

  it('is remarkable with the same round accuracy each time', () => {
    const fixes = (...accuracies: number[]) => accuracies.map((metres, n) => fix(n, 19 + n / 10, metres))
    expect(said(visitWith({ fixes: fixes(20, 20, 20) }))).toEqual([
      ['accuracy_round', 'All fixes claim an accuracy of exactly 20 m.', exterior],
    ])
    for (const others of [
      [20, 20],
      [20, 20, 21],
      [8.4, 8.4, 8.4],
    ])
      expect(said(visitWith({ fixes: fixes(...others) }))).toEqual([])
  })

  it('is remarkable where the best is poor', () => {
    expect(said(visitWith({ fixes: [fix(9, 19.9, 2100), fix(10, 20, 201)] }))).toEqual([
      ['accuracy_poor', 'The best fix is accurate to 201 m only.', exterior],
    ])
    expect(said(visitWith({ fixes: [fix(10, 20, 200)] }))).toEqual([])
  })

  it('is remarkable where three or more are the same place to the last digit', () => {
    const still = [fix(10, 19.8), fix(10, 19.9, 9), fix(10, 20)]
    expect(said(visitWith({ fixes: still }))).toEqual([
      [
        'fixes_identical',
        'All 3 fixes are the same to the last digit, though a measured position wavers.',
        exterior,
      ],
    ])
    expect(said(visitWith({ fixes: still.slice(1) }))).toEqual([])
  })

  it('counts a fix once that was delivered several times', () => {
    const again = (...minutes: number[]) =>
      minutes.map(minute => ({ ...fix(10, 19.8, 20), receivedAt: at(minute) }))
    expect(said(visitWith({ fixes: again(19.8, 19.9, 20) }))).toEqual([])
    const twice = [...again(19.8, 19.9), { ...fix(10, 19.9, 20), receivedAt: at(20) }]
    expect(said(visitWith({ fixes: twice }))).toEqual([])
    const thrice = [...twice, { ...fix(10, 20, 20), receivedAt: at(20) }]
    expect(said(visitWith({ fixes: thrice })).map(([code, reason]) => [code, reason])).toEqual([
      ['fixes_identical', 'All 3 fixes are the same to the last digit, though a measured position wavers.'],
      ['accuracy_round', 'All fixes claim an accuracy of exactly 20 m.'],
    ])
  })

  it('is remarkable where the newest is older than the photo, by the same clock', () => {
    const old = { fixes: [fix(9, 4), fix(10, 6)] }
    expect(said(visitWith(old))).toEqual([
      ['fixes_old', 'The newest fix is 14 minutes older than the photo.', exterior],
    ])
    expect(said(visitWith({ fixes: [fix(10, 18)] }))).toEqual([])
    expect(said(visitWith({ ...old, clockOffsetMs: -60_000 }))).toEqual(said(visitWith(old)))
  })

  it('is not remarkable by its time where it does not say when it was received, and that may be another clock’s', () => {
    const only = (minutes: number, offsetMinutes = 0) =>
      said(visitWith({ fixes: [fix(10, minutes)], clockOffsetMs: offsetMinutes * 60_000 }))
    // True time on a phone that is 10 minutes fast, and on one that is as slow.
    expect(only(10, -10)).toEqual([])
    expect(only(30, 10)).toEqual([])
    expect(only(20 - 1024 * 7 * 24 * 60)).toEqual([])
    expect(only(20 - 24 * 60)).toEqual([])
    expect(only(20 - 24 * 60 + 1).map(([code]) => code)).toEqual(['fixes_old'])
  })

  it('is remarkable where all that the page received is old, whatever clock measured it, and then says no place', () => {
    const received = (metres: number, minutes: number, changes: Partial<VisitFix> = {}) => ({
      ...fix(metres, minutes),
      receivedAt: at(minutes),
      ...changes,
    })
    const measured = { at: '2007-04-06T09:06:00.000Z' }
    expect(said(visitWith({ fixes: [received(9, 4), received(10, 6, measured)] }))).toEqual([
      ['fixes_old', 'The newest fix is 14 minutes older than the photo.', exterior],
    ])
    expect(said(visitWith({ fixes: [received(9, 4), received(10, 18, measured)] }))).toEqual([])
    expect(said(visitWith({ fixes: [received(8000, 6)] }))).toEqual([
      [
        'fixes_old',
        'The newest fix is 14 minutes older than the photo, and 8000 m from the stated position.',
        exterior,
      ],
    ])
    // Of a phone that lies still the system tells again what it measured before.
    expect(said(visitWith({ fixes: [received(10, 20, { at: at(-40) })] }))).toEqual([])
  })

  it('is not old by a clock that was set between the fix and the photo', () => {
    // It was 10 minutes slow when the fix came, and is right at the photo: true time says so.
    expect(said(visitWith({ fixes: [{ ...fix(10, 19.5), receivedAt: at(9.5) }] }))).toEqual([])
    // It was right, and is 10 minutes fast at the photo.
    const ahead = { fixes: [{ ...fix(10, 9.5), receivedAt: at(9.5) }], clockOffsetMs: -600_000 }
    expect(said(visitWith(ahead))).toEqual([])
  })
})

describe('a phone whose clock is wrong', () => {
  const clocks = [-10, 0, 10].map(minutes => minutes * 60_000)
  const sources: Readonly<Record<string, (trueMs: number, phoneMs: number) => number>> = {
    'the phone': (_, phoneMs) => phoneMs,
    satellites: trueMs => trueMs,
    'a receiver that is 1,024 weeks behind': trueMs => trueMs - 1024 * 7 * 86_400_000,
    'a browser that counts from 2001': trueMs => trueMs - 978_307_200_000,
    'a phone that lies still': trueMs => trueMs - 3_600_000,
  }

  it.each(Object.entries(sources))('has no old fix, whoever tells its time: %s', (_, timeOf) => {
    for (const aheadMs of clocks)
      for (const offsetMs of new Set([-aheadMs, 0])) {
        const byPhone = (minutes: number) => new Date(Date.parse(at(minutes)) + aheadMs).toISOString()
        const fixes = [19.7, 19.8, 20].map((minutes, n) => ({
          ...fix(10 + n, minutes),
          at: new Date(timeOf(Date.parse(at(minutes)), Date.parse(byPhone(minutes)))).toISOString(),
          receivedAt: byPhone(minutes),
        }))
        const taken = { fixes, capturedAt: byPhone(20), clockOffsetMs: offsetMs }
        expect(said(visitWith(taken))).toEqual([])
        const later = { ...taken, capturedAt: byPhone(23) }
        expect(said(visitWith(later))).toEqual([
          ['fixes_old', 'The newest fix is 3 minutes older than the photo.', exterior],
        ])
      }
  })
})

describe('a photo', () => {
  it('that stands in another verification is remarkable', () => {
    const alike = elsewhere('of extraPhotos.photo1', 'of exteriorPhotos.photo1')
    const seenBefore = elsewhere('of extraPhotos.photo1', 'of another')
    expect(said(visit({ seenBefore, alike }))).toEqual([
      [
        'photo_seen_before',
        'A photo that looks the same, drawn anew, resized, brighter or darker, stands in another verification.',
        'exteriorPhotos.photo1',
      ],
      ['photo_seen_before', 'The very same photo stands in another verification.', 'extraPhotos.photo1'],
    ])
    const photos = [photo('extraPhotos.photo1', 30, { source: 'file' })]
    const seenIn = { id: '1-7', sha256: 'other of extraPhotos.photo1' }
    const flags = flagsOf(visit({ photos, seenBefore }))
    expect(flags.map(({ code, places }) => [code, places])).toEqual([
      ['photo_seen_before', [{ at: 'extraPhotos.photo1', seenIn }]],
      ['from_file', [{ at: 'extraPhotos.photo1' }]],
    ])
    expect(otherCasesIn(flags)).toEqual(['1-7'])
    expect(otherCasesIn()).toEqual([])
  })

  it('that stands in two slots is remarkable in both', () => {
    const photos = [photo(exterior, 20), photo('extraPhotos.photo2', 20, { sha256: `of ${exterior}` })]
    expect(said(visit({ photos }))).toEqual([
      ['photo_twice', 'The very same photo stands in more than one slot.', exterior, 'extraPhotos.photo2'],
    ])
  })

  it('from before the claim or after the report is remarkable, by the server’s clock', () => {
    const taken = (minutes: number, clockOffsetMs = 0) =>
      said(
        visit({
          photos: [photo(exterior, minutes, { clockOffsetMs })],
          previous: { ...house, at: at(-6000) },
        }),
      )
    expect(taken(-75)).toEqual([['before_claim', 'Taken 75 minutes before the visit was claimed.', exterior]])
    expect(taken(52)).toEqual([['after_report', 'Taken 12 minutes after the visit was reported.', exterior]])
    for (const minutes of [-2, 42]) expect(taken(minutes)).toEqual([])
    expect(taken(-5, 6 * 60_000)).toEqual([])
    expect(taken(-5, 2 * 60_000)[0]![1]).toBe('Taken 3 minutes before the visit was claimed.')
  })

  it('chosen as a file is remarkable', () => {
    expect(said(visitWith({ source: 'file' }))).toEqual([
      ['from_file', 'Chosen as a file instead of taken in the viewfinder: it may be older.', exterior],
    ])
  })
})

describe('the way from the visit before', () => {
  const after = (metres: number, minutes: number) =>
    said(visit({ previous: { ...north(metres), at: at(20 - minutes) } }))

  it('is remarkable where nobody can be so fast', () => {
    expect(after(75_000, 29)).toEqual([
      ['impossible_speed', 'The agent was seen 75 km away 29 minutes before or after (155 km/h).'],
    ])
    expect(after(75_000, 31)).toEqual([])
    // A phone that was offline sends its older visit last.
    expect(after(75_000, -29)).toEqual(after(75_000, 29))
    expect(after(75_000, 0)).toEqual([
      ['impossible_speed', 'The agent was seen 75 km away less than a minute before or after.'],
    ])
  })

  it('ends at the photo that was taken first', () => {
    const photos = [photo('extraPhotos.photo1', 39), photo(exterior, 20)]
    expect(said(visit({ photos, previous: { ...north(75_000), at: at(-9) } }))).toEqual([
      ['impossible_speed', 'The agent was seen 75 km away 29 minutes before or after (155 km/h).'],
    ])
  })

  it('is none over a short way, whatever its speed, nor without a visit before or a fix', () => {
    expect(after(1900, 0)).toEqual([])
    const { previous: _previous, ...first } = visit()
    expect(said(first)).toEqual([])
    const far = { previous: { ...north(75_000), at: at(19) } }
    expect(said(visitWith({ fixes: [] }, far)).map(([code]) => code)).toEqual(['no_position'])
  })
})

describe('a device', () => {
  const phone = visit().devices[0]!

  it('is new by the photos that it took itself, and the newest of several counts', () => {
    const second = { ...phone, id: 'second', enrolledAt: at(25) }
    const photos = [photo(exterior, 20), photo('interiorPhotos.photo1', 55, { deviceId: 'second' })]
    expect(said(visit({ devices: [phone, second], photos, reportedAt: at(60) }))).toEqual([
      ['device_new', 'A device was enrolled 30 minutes before its first photo.'],
    ])
  })

  it('that others use is counted with the others', () => {
    const devices = [phone, { ...phone, isUsedByOthers: true }, { ...phone, isUsedByOthers: true }]
    expect(said(visit({ devices }))).toEqual([
      ['device_shared', '2 of 3 devices of this visit are used by another person, too.'],
    ])
  })

  it('of several photos says the worst that its clock was off', () => {
    const offBy = (minutes: number) => photo(exterior, 20 - minutes, { clockOffsetMs: minutes * 60_000 })
    const found = said(visit({ photos: [offBy(11), offBy(-17), offBy(12)] })).filter(
      ([code]) => code === 'clock_off',
    )
    expect(found).toEqual([['clock_off', 'The device’s clock was 17 minutes ahead.']])
  })

  it('is told of in minutes, and from ten hours on in hours', () => {
    const early = (minutes: number) =>
      said(
        visit({ claimedAt: at(20 + minutes), reportedAt: at(5000), photos: [photo(exterior, 20)] }),
      ).flatMap(([code, reason]) => (code === 'before_claim' ? [reason] : []))
    expect(early(599)).toEqual(['Taken 599 minutes before the visit was claimed.'])
    expect(early(600)).toEqual(['Taken 10 hours before the visit was claimed.'])
  })

  it('whose clock is off is remarkable, once', () => {
    const off = (minutes: number) =>
      said(
        visit({
          photos: [
            photo(exterior, 20 - minutes, { clockOffsetMs: minutes * 60_000 }),
            photo('extraPhotos.photo1', 21),
          ],
        }),
      )
    expect(off(17)).toEqual([['clock_off', 'The device’s clock was 17 minutes behind.']])
    expect(off(-17)).toEqual([['clock_off', 'The device’s clock was 17 minutes ahead.']])
    expect(off(60 * 24)).toEqual([['clock_off', 'The device’s clock was 24 hours behind.']])
    expect(off(10)).toEqual([])
  })

  it('that was enrolled only just before its first photo is remarkable', () => {
    const enrolled = (minutes: number) =>
      said(visit({ devices: [{ id: 'phone', enrolledAt: at(minutes), isUsedByOthers: false }] }))
    for (const [minutes, words] of [
      [16, '4 minutes'],
      [19, '1 minute'],
      [19.8, 'less than a minute'],
    ] as const)
      expect(enrolled(minutes)).toEqual([
        ['device_new', `A device was enrolled ${words} before its first photo.`],
      ])
    expect(enrolled(-41)).toEqual([])
  })

  it('that another person uses, too, is remarkable', () => {
    const [device] = visit().devices
    const devices = [device!, { ...device!, id: 'other', isUsedByOthers: true }]
    expect(said(visit({ devices }))).toEqual([
      ['device_shared', '1 of 2 devices of this visit is used by another person, too.'],
    ])
  })
})

it('names what an honest visit hardly shows', () => {
  const codes = (one: Visit) =>
    flagsOf(one)
      .filter(isStrong)
      .map(({ code }) => code)
  expect(codes(visitWith({ source: 'file', fixes: [] }, { reportedFrom: house }))).toEqual([])
  expect(codes(visitWith({ source: 'file', fixes: [fix(900, 20, 0)] }))).toEqual([
    'far_from_address',
    'accuracy_zero',
  ])
})

it('a fact of the whole visit is at no place, and in the record it has none', () => {
  const clock = flagsOf(visitWith({ clockOffsetMs: 3_600_000 })).find(({ code }) => code === 'clock_off')
  expect(Object.keys(clock!)).toEqual(['code', 'reason'])
  const strong = { code: 'impossible_speed', reason: 'Too fast.' } as const
  expect(toReportFlags([strong])).toEqual([{ ...strong, places: [] }])
  expect(otherCasesIn([strong])).toEqual([])
})

describe('a fact that several places show', () => {
  const slots = [exterior, 'interiorPhotos.photo1', 'extraPhotos.photo1'] as const
  const taken = (...fixes: readonly (readonly VisitFix[])[]) =>
    said(visit({ photos: fixes.map((each, n) => photo(slots[n]!, 20 + n, { fixes: each })) }))

  it('is said once, with the least and the most of its numbers', () => {
    expect(taken([fix(900, 20)], [fix(10, 21)], [fix(302, 22)])).toEqual([
      [
        'far_from_address',
        'Taken 302 m to 900 m from the stated position; up to 300 m are expected.',
        exterior,
        'extraPhotos.photo1',
      ],
    ])
    expect(taken([fix(10, 20, 0)], [fix(10, 20.9, 0), fix(9, 21, 0)])).toEqual([
      [
        'accuracy_zero',
        '1 of 1 to 2 of 2 fixes claim an accuracy of 0 m, as made-up ones do.',
        ...slots.slice(0, 2),
      ],
    ])
    expect(taken([fix(10, 20, 2100)], [fix(10, 21, 500)])[0]![1]).toBe(
      'The best fix is accurate to 500 m to 2100 m only.',
    )
  })

  it('has one number where its places differ by less than what is said', () => {
    expect(taken([fix(42_100, 20)], [fix(42_200, 21)])[0]!.slice(0, 3)).toEqual([
      'far_from_address',
      'Taken 42 km from the stated position; up to 300 m are expected.',
      exterior,
    ])
  })

  it('is told of claim, report and photos in their order', () => {
    const area = {
      lgaName: 'Eti Osa',
      stateName: 'Lagos',
      metresBeyond: () => ({ lga: 12_100, state: 0 }),
    }
    const one = visit({ area, claimedFrom: house, reportedFrom: house })
    expect(said(one)).toEqual([
      ['outside_lga', '12 km outside Eti Osa, the LGA of the order.', 'claim', 'report', ...slots],
    ])
  })

  it('is another one where the words differ', () => {
    const alike = elsewhere('of extraPhotos.photo1')
    expect(said(visit({ alike, seenBefore: elsewhere(`of ${exterior}`) })).map(([code]) => code)).toEqual([
      'photo_seen_before',
      'photo_seen_before',
    ])
  })
})

it('names the strong ones first, and each code of them once', () => {
  const far = (n: number) => photo(`extraPhotos.photo${n}`, 20, { fixes: [fix(900, 20, 0)] })
  const found = flagsOf(visit({ photos: [{ ...far(1), source: 'file' }, far(2)] }))
  const placesOf = ({ places = [] }: (typeof found)[number]) => places.map(({ at }) => at).join(' ')
  expect(found.map(flag => [flagWeights[flag.code], flag.code, placesOf(flag)])).toEqual([
    ['strong', 'far_from_address', 'extraPhotos.photo1 extraPhotos.photo2'],
    ['strong', 'accuracy_zero', 'extraPhotos.photo1 extraPhotos.photo2'],
    ['weak', 'from_file', 'extraPhotos.photo1'],
  ])
  expect(strongCodes(found)).toEqual(['far_from_address', 'accuracy_zero'])
  const ofBoth = withDecisionFlags(['approved_alone'], found)
  expect(strongCodes(ofBoth)).toEqual(['approved_alone', 'far_from_address', 'accuracy_zero'])
})

it('are strong where an honest visit hardly shows them, and weak else', () => {
  const withWeight = (wanted: string) =>
    Object.entries(flagWeights).flatMap(([code, weight]) => (weight === wanted ? [code] : []))
  expect(withWeight('strong')).toEqual([
    'approved_alone',
    'no_photo',
    'no_position',
    'outside_state',
    'impossible_speed',
    'photo_seen_before',
    'photo_twice',
    'far_from_address',
    'before_claim',
    'after_report',
    'accuracy_zero',
    'fixes_identical',
    'device_shared',
  ])
  expect(withWeight('weak')).toEqual([
    'outside_lga',
    'from_file',
    'no_fixes',
    'fixes_old',
    'accuracy_poor',
    'accuracy_round',
    'clock_off',
    'device_new',
    'position_unknown',
  ])
  expect(withDecisionFlags()).toEqual([])
})

it('answers in sentences, whatever a device states', () => {
  const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 })
  const anyFix = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    accuracyMetres: fc.double({ min: 0, max: 1e9, noNaN: true }),
    at: number.map(at),
  })
  const anyPhoto = fc.record({
    slot: fc.constantFrom(exterior, 'extraPhotos.photo1'),
    sha256: fc.constantFrom('a', 'b'),
    capturedAt: number.map(at),
    clockOffsetMs: fc.integer({ min: -3e11, max: 3e11 }),
    fixes: fc.array(anyFix, { maxLength: 5 }),
    source: fc.constantFrom('viewfinder' as const, 'file' as const),
    deviceId: fc.constant('phone'),
  })
  forAll(fc.array(anyPhoto, { maxLength: 4 }), photos => {
    const flags = flagsOf(visit({ photos }))
    for (const { reason } of flags) expect(reason).toMatch(/^[A-Z\d](?!.*(NaN|Infinity|undefined)).*\.$/)
    // No rule has two sentences but the one of photos that were seen before: a fact has one line.
    expect(flags.map(({ code }) => code)).toEqual([...new Set(flags.map(({ code }) => code))])
  })
})

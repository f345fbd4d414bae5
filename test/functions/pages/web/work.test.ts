import { describe, expect, it } from 'vitest'
import { formatDateTime } from '../../../../functions/pages/web/ui/format.ts'
import { mergeLists } from '../../../../functions/pages/web/work/queue/open-page.ts'
import {
  isUnsent,
  nextPhotoState,
  type PhotoEvent,
  photoStates,
} from '../../../../functions/pages/web/work/queue/photo-state.ts'
import { needsDecision, retryDelayMs } from '../../../../functions/pages/web/work/queue/retry.ts'
import {
  contactLinks,
  describeStop,
  describeWayTo,
  isFoundBy,
  mapLinks,
  wantedPhotos,
} from '../../../../functions/pages/web/work/visit/about.ts'
import {
  businessQuestions,
  commentQuestion,
  missingIn,
  neighbourQuestions,
  placeQuestions,
  reportOf,
} from '../../../../functions/pages/web/work/visit/answers.ts'
import { inOrder, walkOrder } from '../../../../functions/pages/web/work/visit/walk.ts'
import { FileReport } from '../../../../shared/work/assignment/contract.ts'
import { slots } from '../../../../shared/evidence/contract.ts'
import { buildingTypes } from '../../../../shared/verification/contract/property.ts'

describe('a photo on its way', () => {
  const events: readonly PhotoEvent[] = [
    'awaited',
    'uploaded',
    'missing',
    'stored',
    'superseded',
    'refused',
    'damaged',
  ]

  it('is sent as its record, its bytes and the report that they are uploaded', () => {
    expect(nextPhotoState('kept', 'awaited')).toBe('recorded')
    expect(nextPhotoState('recorded', 'uploaded')).toBe('uploaded')
    expect(nextPhotoState('uploaded', 'stored')).toBe('stored')
  })

  it('is sent again if the service does not have it', () => {
    expect(nextPhotoState('uploaded', 'missing')).toBe('recorded')
    expect(isUnsent('recorded')).toBe(true)
  })

  it('never leaves a final state, and reaches one from every other state', () => {
    for (const end of ['stored', 'refused', 'replaced'] as const) {
      expect(isUnsent(end)).toBe(false)
      for (const event of events) expect(nextPhotoState(end, event)).toBe(end)
    }
    for (const state of photoStates.filter(isUnsent)) expect(nextPhotoState(state, 'stored')).toBe('stored')
  })

  it('is never stored before the service confirms it', () => {
    for (const state of photoStates.filter(isUnsent))
      for (const event of events.filter(each => each !== 'stored'))
        expect(nextPhotoState(state, event)).not.toBe('stored')
  })
})

describe('a try to send', () => {
  it('is made again by itself, unless its agent has to do something', () => {
    expect(needsDecision('lease_lost')).toBe(true)
    const passing = [
      'unauthenticated',
      'too_many_requests',
      'unavailable',
      'request_in_flight',
      'photo_missing',
    ]
    for (const code of [...passing, undefined]) expect(needsDecision(code)).toBe(false)
  })

  it('waits longer each time, from 2 s to 5 min, with jitter', () => {
    const waits = [0, 1, 2, 5, 9, 500].map(tries => retryDelayMs(tries, 1))
    expect(waits).toEqual([2000, 4000, 8000, 64_000, 300_000, 300_000])
    expect(retryDelayMs(0, 0)).toBe(1500)
  })
})

describe('the answers of a visit', () => {
  const person = { name: 'Ngozi Adeyemi', isBusiness: false }
  const found = { addressExists: 'yes', hadAccess: 'yes', isThere: 'unknown' }

  it('are complete once the agent says that the address does not exist', () => {
    const namesOf = (answers: Record<string, string>) => missingIn(person, answers).map(({ name }) => name)
    expect(namesOf({})).toEqual(['addressExists'])
    expect(namesOf({ addressExists: 'no' })).toEqual([])
    expect(namesOf({ addressExists: 'yes' })).toEqual(['hadAccess', 'isThere'])
  })

  it('are of what a record has, and chosen where it has a list', () => {
    const asked = [...placeQuestions, ...neighbourQuestions, ...businessQuestions, commentQuestion]
    const chosen = asked.filter(({ choices }) => choices).map(({ name }) => name)
    const written = asked.filter(({ choices }) => !choices).map(({ name }) => name)
    expect(chosen).toEqual([
      'neededHelp',
      'addressType',
      'businessType',
      'area',
      'isKnown',
      'isOwnerKnown',
      'ownerVisitsFrequently',
    ])
    expect(written).toEqual([
      'neighborFirstname',
      'neighborLastname',
      'neighborPhone',
      'neighborComment',
      'nameFound',
      'comment',
    ])
    const kinds = Object.keys(placeQuestions.find(({ name }) => name === 'addressType')!.choices!)
    expect(kinds).toEqual([...buildingTypes, 'Shop', 'Compound', 'Other'])
    expect(reportOf(person, { ...found, maritalStatus: 'single' }, undefined).visit).not.toHaveProperty(
      'maritalStatus',
    )
  })

  it.each([
    [found, { addressExists: true, hadAccess: true, isThere: null }],
    [
      { ...found, addressExists: 'no' },
      { addressExists: false, hadAccess: false, isThere: false },
    ],
    [
      { ...found, hadAccess: 'no', isThere: 'no' },
      { addressExists: true, hadAccess: false, isThere: false },
    ],
  ])('come to findings: %j', (answers, findings) => {
    expect(reportOf(person, answers, undefined).visit?.findings).toEqual(findings)
  })

  it('are a report that the service takes, of a person and of a business', () => {
    const typed = {
      ...found,
      comment: ' By the church ',
      neighborFirstname: 'Bisi',
      isKnown: 'yes',
      area: 'Market',
    }
    const position = {
      latitude: 6.6,
      longitude: 3.35,
      accuracyMetres: 12.34,
      measuredAt: '2026-11-22T03:00:00.000Z',
    }
    expect(FileReport.parse(reportOf(person, typed, position)).visit).toMatchObject({
      comment: 'By the church',
      neighbor: { firstname: 'Bisi' },
      business: undefined,
      position,
    })
    expect(FileReport.parse(reportOf({ ...person, isBusiness: true }, typed, undefined)).visit).toMatchObject(
      {
        business: { area: 'Market', isKnown: true, isOwnerKnown: undefined },
        position: undefined,
      },
    )
  })
})

describe('the list of visits', () => {
  const nowMs = Date.parse('2026-11-22T12:00:00.000Z')
  const place = (latitude: number, lgaName: string, precision: string) => ({
    street: `12 ${lgaName} Road`,
    city: 'Lagos',
    stateName: 'Lagos',
    landmark: '',
    latitude,
    longitude: 3,
    lgaName,
    precision,
  })
  const work = (id: string, at: ReturnType<typeof place>, dueAt: string) =>
    ({ id, place: at, dueAt, applicant: { firstname: 'Zoë', middlename: '', lastname: id } }) as never
  const works = [
    work('far', place(7, 'Epe', 'stated'), '2026-11-23T01:00:00.000Z'),
    work('near', place(6, 'Ikeja', 'confirmed'), '2026-11-23T03:00:00.000Z'),
    // The middle of its LGA is where the phone is, and says nothing of the address.
    work('somewhere', place(5.9, 'Surulere', 'lga_centre'), '2026-11-23T02:00:00.000Z'),
    work('late', place(9, 'Mushin', 'stated'), '2026-11-21T00:00:00.000Z'),
  ] as const
  const here = { latitude: 5.9, longitude: 3, accuracyMetres: 20 }
  const namesOf = (at: typeof here | undefined) => inOrder(works, { here: at, nowMs }).map(({ id }) => id)

  it('has what is late first, then what is known to be near, then what is due; without a place what is due', () => {
    expect(namesOf(here)).toEqual(['late', 'near', 'far', 'somewhere'])
    expect(namesOf(undefined)).toEqual(['late', 'far', 'somewhere', 'near'])
  })

  it('is an order to walk: each stop the nearest to the one before, what is late first, what has no place last', () => {
    const day = [
      // From the phone northwards; as the crow flies `second` is nearer to it than `first` is to `third`.
      work('third', place(6.3, 'Epe', 'stated'), '2026-11-23T01:00:00.000Z'),
      work('somewhere', place(5.9, 'Surulere', 'lga_centre'), '2026-11-23T00:00:00.000Z'),
      work('first', place(6.1, 'Ikeja', 'confirmed'), '2026-11-23T03:00:00.000Z'),
      work('second', place(6.2, 'Ikeja', 'stated'), '2026-11-23T02:00:00.000Z'),
      work('back', place(5.7, 'Ikorodu', 'stated'), '2026-11-23T04:00:00.000Z'),
    ]
    const walked = (works: typeof day, at: typeof here | undefined) =>
      walkOrder(works, { here: at, nowMs }).map(({ id }) => id)
    expect(walked(day, { ...here, latitude: 5.95 })).toEqual([
      'first',
      'second',
      'third',
      'back',
      'somewhere',
    ])
    const lateOnes = [
      work('late', place(6.31, 'Mushin', 'stated'), '2026-11-21T00:00:00.000Z'),
      work('late somewhere', place(5.9, 'Yaba', 'state_centre'), '2026-11-20T00:00:00.000Z'),
    ]
    // The rest goes on where the last late place was.
    expect(walked([...day, ...lateOnes], { ...here, latitude: 5.95 })).toEqual([
      'late',
      'late somewhere',
      'third',
      'second',
      'first',
      'back',
      'somewhere',
    ])
    expect(walked([...day, ...lateOnes], undefined)).toEqual([
      'late somewhere',
      'late',
      'somewhere',
      'third',
      'second',
      'first',
      'back',
    ])
    expect(walked([], here)).toEqual([])
    const agreedFor = (id: string, at: string, isOnTheWay = false) =>
      Object.assign(work(id, place(5.91, 'Yaba', 'stated'), '2026-11-20T00:00:00.000Z') as object, {
        appointment: { at, isOnTheWay, saidAt: '' },
      }) as never
    const agreed = [
      // At 00:30 and 08:00 of the next day in Lagos, and in an hour.
      agreedFor('tomorrow', '2026-11-23T07:00:00.000Z'),
      agreedFor('after midnight', '2026-11-22T23:30:00.000Z'),
      agreedFor('today', '2026-11-22T13:00:00.000Z'),
    ]
    expect(walked([...agreed, ...day.slice(1, 3)], here)).toEqual([
      'today',
      'first',
      'somewhere',
      'after midnight',
      'tomorrow',
    ])
    const twins = [
      work('later', place(6, 'Ikeja', 'stated'), '2026-11-23T03:00:00.000Z'),
      work('sooner', place(6, 'Ikeja', 'stated'), '2026-11-23T02:00:00.000Z'),
    ]
    expect(walked(twins, here)).toEqual(['sooner', 'later'])
  })

  it('leads to a pin where the place is known, and else to a search by the address', () => {
    const known = work('known', place(6.6018, 'Ikeja', 'stated'), '2026-11-23T03:00:00.000Z')
    expect(mapLinks(known)).toEqual({
      app: 'geo:6.6018,3?q=6.6018,3(12%20Ikeja%20Road%2C%20Lagos)',
      browser: 'https://www.google.com/maps/search/?api=1&query=6.6018%2C3',
    })
    const words = '12%20Surulere%20Road%2C%20Lagos%2C%20Surulere%2C%20Nigeria'
    const vague = work('vague', place(6.5, 'Surulere', 'lga_centre'), '2026-11-23T03:00:00.000Z')
    expect(mapLinks(vague)).toEqual({
      app: `geo:0,0?q=${words}`,
      browser: `https://www.google.com/maps/search/?api=1&query=${words}`,
    })
  })

  it('calls, texts and opens WhatsApp by one form of a number, and WhatsApp only where it is known', () => {
    expect(contactLinks('0803 123 4567')).toEqual({
      call: 'tel:+2348031234567',
      text: 'sms:+2348031234567',
      whatsApp: 'https://wa.me/2348031234567',
    })
    expect(contactLinks('01 234 5678')).toEqual({ call: 'tel:012345678', text: 'sms:012345678' })
    expect(contactLinks('+234 1 (234) 5678;ext=1,2').call).toBe('tel:+2341234567812')
  })

  it('says no distance that is not known: of an area its name, and of a vague place what it is less than', () => {
    const waysFrom = (at: typeof here | undefined) => works.map(each => describeWayTo(each, at))
    expect(waysFrom(here)).toEqual([
      'about 122.3 km from here, position as stated',
      'about 11.1 km from here, position confirmed on a map',
      'somewhere in Surulere',
      'about 344.7 km from here, position as stated',
    ])
    expect(waysFrom({ ...here, accuracyMetres: 50_000 })).toEqual([
      'about 122.3 km from here, position as stated',
      'less than 61.1 km from here, position confirmed on a map',
      'somewhere in Surulere',
      'about 344.7 km from here, position as stated',
    ])
    expect(waysFrom(undefined)).toEqual([
      'position as stated',
      'position confirmed on a map',
      'somewhere in Surulere',
      'position as stated',
    ])
  })

  it('says of a stop in one line how far it is and until when there is time', () => {
    const stopsFrom = (at: typeof here | undefined) => works.map(each => describeStop(each, at))
    const ways = (at: typeof here | undefined) => stopsFrom(at).map(stop => stop.split(' · by ')[0])
    expect(ways(here)).toEqual(['122.3 km', '11.1 km', 'somewhere in Surulere', '344.7 km'])
    expect(ways({ ...here, accuracyMetres: 50_000 })[1]).toBe('under 61.1 km')
    expect(stopsFrom(undefined).slice(1, 3)).toEqual([
      `by ${formatDateTime('2026-11-23T03:00:00.000Z')}`,
      `somewhere in Surulere · by ${formatDateTime('2026-11-23T02:00:00.000Z')}`,
    ])
  })

  it('says four different things of four suburbs whose orders had no position', () => {
    const suburbs = ['Surulere', 'Mushin', 'Ikeja', 'Epe'].map(name =>
      work(name, place(here.latitude, name, 'lga_centre'), '2026-11-23T01:00:00.000Z'),
    )
    expect(new Set(suburbs.map(each => describeWayTo(each, here))).size).toBe(4)
  })

  it('finds by the street or the name, in any order, without accents', () => {
    const foundBy = (words: string) => works.filter(each => isFoundBy(each, words)).map(({ id }) => id)
    expect(foundBy('road EPE')).toEqual(['far'])
    expect(foundBy('zoe late')).toEqual(['late'])
    expect(foundBy('')).toHaveLength(4)
    expect(foundBy('nobody')).toEqual([])
  })

  it('keeps what was loaded beyond a new first page, and drops what that page would have shown', () => {
    const item = (id: string, dueAt: string, way = 'open') => ({ id, dueAt, way, place: {} }) as never
    const first = [item('lost', '9', 'claimed'), item('a', '1'), item('b', '3')]
    const before = { at: '', open: [...first, item('c', '4'), item('d', '5')], next: 'after d' }
    const namesIn = ({ open, next }: ReturnType<typeof mergeLists>) => [open.map(({ id }) => id).join(), next]
    const fresh = [item('a', '1'), item('x', '2')]
    expect(namesIn(mergeLists(before, { open: fresh, next: 'after x' }, ''))).toEqual([
      'a,x,b,c,d',
      'after d',
    ])
    const whole = { ...before, next: null }
    expect(namesIn(mergeLists(whole, { open: fresh, next: 'after x' }, ''))).toEqual(['a,x,b,c,d', 'after x'])
    expect(namesIn(mergeLists(before, { open: fresh, next: null }, ''))).toEqual(['a,x', null])
    expect(namesIn(mergeLists(undefined, { open: fresh, next: 'after x' }, ''))).toEqual(['a,x', 'after x'])
    const calls = [{ id: 'call', dueAt: '0', way: 'open', place: null }] as never
    expect(namesIn(mergeLists(before, { open: fresh, next: 'after x', calls }, ''))[0]).toBe('a,x,b,c,d,call')
    const atCalls = { open: [...fresh, ...calls], next: 'after call', calls }
    expect(namesIn(mergeLists(before, atCalls, ''))[0]).toBe('a,x,call')
  })

  it('wants photos in slots that there are, each once', () => {
    const wanted = wantedPhotos(true).map(({ slot }) => slot)
    expect(wanted.filter(slot => !slots.includes(slot))).toEqual([])
    expect(new Set(wanted).size).toBe(wanted.length)
  })
})

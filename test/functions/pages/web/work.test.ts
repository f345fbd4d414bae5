import { describe, expect, it } from 'vitest'
import {
  isUnsent,
  nextPhotoState,
  type PhotoEvent,
  photoStates,
} from '../../../../functions/pages/web/work/queue/photo-state.ts'
import { needsDecision, retryDelayMs } from '../../../../functions/pages/web/work/queue/retry.ts'
import { inOrder, wantedPhotos } from '../../../../functions/pages/web/work/visit/about.ts'
import { missingIn, reportOf } from '../../../../functions/pages/web/work/visit/answers.ts'
import { FileReport } from '../../../../shared/assignment/contract.ts'
import { slots } from '../../../../shared/evidence/contract.ts'

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
  const place = (latitude: number) => ({ latitude, longitude: 3 })
  const work = (id: string, latitude: number, dueAt: string) =>
    ({ id, place: place(latitude), dueAt }) as never
  const nowMs = Date.parse('2026-11-22T12:00:00.000Z')
  const works = [
    work('far', 7, '2026-11-23T01:00:00.000Z'),
    work('near', 6, '2026-11-23T02:00:00.000Z'),
    work('late', 9, '2026-11-21T00:00:00.000Z'),
  ]
  const namesOf = (here: { latitude: number; longitude: number } | undefined) =>
    inOrder(works, { here, nowMs }).map(({ id }) => id)

  it('has what is late first, then what is near; without a place what is due first', () => {
    expect(namesOf(place(5.9))).toEqual(['late', 'near', 'far'])
    expect(namesOf(undefined)).toEqual(['late', 'far', 'near'])
  })

  it('wants photos in slots that there are, each once', () => {
    const wanted = wantedPhotos(true).map(({ slot }) => slot)
    expect(wanted.filter(slot => !slots.includes(slot))).toEqual([])
    expect(new Set(wanted).size).toBe(wanted.length)
  })
})

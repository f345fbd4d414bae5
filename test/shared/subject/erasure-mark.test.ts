import { expect, it } from 'vitest'
import { erasureMarkKey, parseErasureMark } from '../../../shared/subject/erasure-mark.ts'

const key = { organisationId: 12, mode: 'live', verificationId: 890_919_343_756_074 } as const
const at = '2026-11-22T11:19:51.502Z'

it('says by its key alone what was erased, and when', () => {
  expect(erasureMarkKey(key, at)).toBe('erased/1795346391502/12/live/890919343756074')
  expect(parseErasureMark(erasureMarkKey(key, at))).toEqual({ ...key, erasedAt: at })
})

it('sorts by time', () => {
  const times = ['2001-09-09T01:46:39.999Z', at, '2026-11-22T11:19:51.503Z']
  const marks = times.map(time => erasureMarkKey(key, time))
  expect(marks.toSorted()).toEqual(marks)
})

it.each(['erased/1795346391502/12/live/7/more', 'erased/1/12/live/7', 'evidence/12/live/7/a.jpeg', ''])(
  'is nothing else: %s',
  other => {
    expect(parseErasureMark(other)).toBeUndefined()
  },
)

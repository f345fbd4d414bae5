import { expect, it } from 'vitest'
import { redactOthers, toExportItem } from '../../../shared/subject/export-files.ts'

it('shows an item without its place in the table, and until when it is kept as a time', () => {
  const item: object = {
    pk: 'a',
    sk: 'b',
    gsi1pk: 'c',
    gsi1sk: 'd',
    gsi2pk: 'e',
    gsi2sk: 'f',
    street: '5 Aba Road',
  }
  expect(toExportItem({ ...item, expiresAt: 1_800_000_000 })).toEqual({
    street: '5 Aba Road',
    keptUntil: '2027-01-15T08:00:00.000Z',
  })
  expect(toExportItem(item)).toEqual({ street: '5 Aba Road' })
})

it('puts one word in the place of whoever worked on it, however deep, and leaves the subject’s own', () => {
  const work = {
    agent: 'agent-1',
    reviewer: 'reviewer-1',
    taskToken: 'secret',
    claimedFrom: { latitude: 6.6 },
    returns: [{ by: 'reviewer-1', comment: 'Show the gate.' }],
    entries: [
      { what: 'linkAnswered', by: 'applicant' },
      { what: 'erased', by: 'operator' },
    ],
    photos: [{ takenBy: 'agent-1', deviceId: 'abc', signed: 'x.y.z', fixes: [{ latitude: 6.6 }] }],
    report: { agentComment: 'A blue gate.', by: null },
  }
  expect(redactOthers(work)).toEqual({
    agent: 'withheld',
    reviewer: 'withheld',
    returns: [{ by: 'withheld', comment: 'Show the gate.' }],
    entries: [
      { what: 'linkAnswered', by: 'applicant' },
      { what: 'erased', by: 'operator' },
    ],
    photos: [{ takenBy: 'withheld', deviceId: 'withheld', fixes: [{ latitude: 6.6 }] }],
    report: { agentComment: 'A blue gate.', by: null },
  })
})

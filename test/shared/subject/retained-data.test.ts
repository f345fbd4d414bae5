import { expect, it } from 'vitest'
import { listUnerasedCopies, retentionTable } from '../../../shared/subject/retained-data.ts'
import { duplicateWindowSeconds } from '../../../shared/verification/duplicate.ts'

it('says for how long an order is guarded against being repeated', () => {
  const days = duplicateWindowSeconds / 86_400
  expect(retentionTable()).toMatch(new RegExp(`guard .* ${days} days after the order`))
})

it('says until when a backup has what was erased', () => {
  expect(listUnerasedCopies('2026-11-22T00:00:00.000Z')).toEqual([
    {
      what: 'backup of the table',
      holds: 'all of the table, encrypted; personal data is encrypted again, with a secret that is not in it',
      until: '2026-12-27T00:00:00.000Z',
    },
    {
      what: 'stream of the table',
      holds: 'changed items, before and after, encrypted as in the table',
      until: '2026-11-23T00:00:00.000Z',
    },
    {
      what: 'log of the trails (bucket, locked)',
      holds:
        'nothing: ids of organisations and verifications, numbers and digests of entries, and their expiry',
      until: '2027-12-27T00:00:00.000Z',
    },
  ])
})

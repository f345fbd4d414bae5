import { defineKind } from '../table/kind.ts'

export const trailLogKind = defineKind({
  name: 'trailLog',
  what: 'log of the trails (bucket, locked)',
  holds: 'nothing: ids of organisations and verifications, numbers and digests of entries, and their expiry',
  /** Longer than trails by the days of a restore, so that every entry can be compared. */
  days: 400,
  after: 'its hour',
  erased:
    'stays: nobody can take it away, which is what it is for; without the salts it says nothing of anybody',
  notExported: 'It contains ids and digests of trail entries, and the trails are exported.',
})

import { expect, it } from 'vitest'
import { listUnerasedCopies, retainedData } from '../../../shared/table/retained-data.ts'
import { exportExclusions, exportedKinds } from '../../../shared/trust/export-exclusions.ts'

it('leaves each kind of kept data either in an export or out of it for a reason', () => {
  const out = Object.keys(exportExclusions)
  expect([...exportedKinds, ...out].sort()).toEqual(Object.keys(retainedData).sort())
  for (const [kind, why] of Object.entries(exportExclusions))
    expect([kind, why]).toEqual([kind, expect.stringMatching(/\.$/)])
})

it('exports everything of which an erasure says that it goes', () => {
  const going = Object.entries(retainedData).filter(([, { erased }]) => /delete|go(es)?\b/.test(erased))
  const kept = going
    .map(([kind]) => kind)
    .filter(kind => !(exportedKinds as readonly string[]).includes(kind))
  // Words of a house and of searches, what stands in the record, and digests of it.
  expect(kept).toEqual(['placeNote', 'caseSearch', 'subject', 'chargeReference', 'caseIndex', 'guard'])
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

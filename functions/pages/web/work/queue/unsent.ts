import { formatCount } from '../../ui/format.ts'
import { listRecords } from '../storage/database.ts'
import { useStored } from '../storage/use-stored.ts'
import { hasDrafts } from '../storage/work.ts'
import { isUnsent } from './photo-state.ts'
import type { SyncStatus } from './sync.ts'

/** Counts what is on the phone alone; `drafts` are visits whose answers are not signed, `calls` those with typed answers. */
const countUnsent = async (by: string) => {
  const [photos, visits, calls] = await Promise.all([
    listRecords('photos', by),
    listRecords('visits', by),
    listRecords('calls', by),
  ])
  return {
    photos: photos.filter(({ state }) => isUnsent(state)).length,
    reports: visits.filter(({ report }) => report !== undefined).length,
    drafts: visits.filter(({ report, answers }) => !report && Object.keys(answers).length > 0).length,
    calls: calls.filter(hasDrafts).length,
  }
}
export type Unsent = Awaited<ReturnType<typeof countUnsent>>

export const useUnsent = (by: string): Unsent | undefined => useStored(() => countUnsent(by), [by])

/** `2 photos and 1 report`; empty where there is nothing. */
export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => formatCount(count, noun))
    .join(' and ')

/** Why nothing is sent. */
const stoppedTexts: Partial<Record<SyncStatus, string>> = {
  'signed-out': 'Signed out',
  unreachable: 'Offline',
  'no-wifi': 'No Wi-Fi',
  unsaved: 'Cannot save',
}

/** The line at the top of the screen: what is sent, and what is on this phone alone. */
export const describeSync = (status: SyncStatus, { photos, reports }: Unsent): string => {
  const count = photos + reports
  const words = stoppedTexts[status]
  if (words) return count > 0 ? `${words} · ${count} saved here` : words
  if (count === 0) return 'All sent'
  return status === 'busy' ? `Sending ${count} …` : `${count} not sent yet`
}

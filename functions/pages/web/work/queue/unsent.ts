import { formatCount } from '../../ui/format.ts'
import { hasDrafts, listCalls } from '../storage/calls.ts'
import { useStored } from '../storage/database.ts'
import { listAllPhotos, listVisits } from '../storage/visits.ts'
import { isUnsent } from './photo-state.ts'
import type { SyncStatus } from './sync.ts'

/** Counts of what is on the phone alone. */
export interface Unsent {
  readonly photos: number
  readonly reports: number
  /** Visits whose answers have not been signed yet. */
  readonly drafts: number
  /** Calls with typed answers that were not sent. */
  readonly calls: number
}

const countUnsent = async (by: string): Promise<Unsent> => {
  const [photos, visits, calls] = await Promise.all([listAllPhotos(by), listVisits(by), listCalls(by)])
  return {
    photos: photos.filter(({ state }) => isUnsent(state)).length,
    reports: visits.filter(({ report }) => report !== undefined).length,
    drafts: visits.filter(({ report, answers }) => !report && Object.keys(answers).length > 0).length,
    calls: calls.filter(hasDrafts).length,
  }
}

export const useUnsent = (by: string): Unsent | undefined => useStored(() => countUnsent(by), [by])

/** `2 photos and 1 report`; empty where there is nothing. */
export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => formatCount(count, noun))
    .join(' and ')

/** The line at the top of the screen: what is sent, and what is on this phone alone. */
export const describeSync = (status: SyncStatus, { photos, reports }: Unsent): string => {
  const count = photos + reports
  if (status === 'signed-out') return count > 0 ? `Signed out · ${count} saved here` : 'Signed out'
  if (status === 'unreachable') return count > 0 ? `Offline · ${count} saved here` : 'Offline'
  if (count === 0) return 'All sent'
  return status === 'busy' ? `Sending ${count} …` : `${count} not sent yet`
}

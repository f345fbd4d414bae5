import type { SyncStatus } from './sync.ts'
import type { Unsent } from './unsent.ts'

export const formatCounted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`

/** `2 photos and 1 report`; empty where there is nothing. */
export const wordsOfUnsent = ({ photos, reports }: Pick<Unsent, 'photos' | 'reports'>): string =>
  [photos > 0 && formatCounted(photos, 'photo'), reports > 0 && formatCounted(reports, 'report')]
    .filter(Boolean)
    .join(' and ')

/** What always stands at the top of the screen: what is sent, and what lies here only. */
export const wordsOfContact = (contact: SyncStatus, { photos, reports }: Unsent): string => {
  const count = photos + reports
  if (contact === 'signed-out') return count > 0 ? `Signed out · ${count} saved here` : 'Signed out'
  if (contact === 'unreachable') return count > 0 ? `Offline · ${count} saved here` : 'Offline'
  if (count === 0) return 'All sent'
  return contact === 'busy' ? `Sending ${count} …` : `${count} not sent yet`
}

import { hasDrafts, listCalls } from '../storage/calls.ts'
import { useStored } from '../storage/changes.ts'
import { listAllPhotos } from '../storage/photos.ts'
import { listVisits } from '../storage/visits.ts'
import { isUnsent } from './photo-state.ts'

/** What lies on the telephone and nowhere else. */
export interface Unsent {
  readonly photos: number
  readonly reports: number
  /** Visits whose answers have not been signed yet. */
  readonly drafts: number
  /** Calls of which something was typed and not sent. */
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

/** What of somebody's has not been sent yet; undefined until it was counted. */
export const useUnsent = (by: string): Unsent | undefined => useStored(() => countUnsent(by), [by])

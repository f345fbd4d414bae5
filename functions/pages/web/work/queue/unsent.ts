import { useKept } from '../kept/changes.ts'
import { listAllPhotos } from '../kept/photos.ts'
import { listVisits } from '../kept/visits.ts'
import { isUnsent } from './photo-state.ts'

/** What lies on the telephone and nowhere else. */
export interface Unsent {
  readonly photos: number
  readonly reports: number
  /** Visits whose answers have not been signed yet. */
  readonly drafts: number
}

const countUnsent = async (by: string): Promise<Unsent> => {
  const [photos, visits] = await Promise.all([listAllPhotos(by), listVisits(by)])
  return {
    photos: photos.filter(({ state }) => isUnsent(state)).length,
    reports: visits.filter(({ report }) => report !== undefined).length,
    drafts: visits.filter(({ report, answers }) => !report && Object.keys(answers).length > 0).length,
  }
}

/** What of somebody's has not been sent yet; undefined until it was counted. */
export const useUnsent = (by: string): Unsent | undefined => useKept(() => countUnsent(by), [by])

import type { Photo, Visit } from '../storage/records.ts'

/** A visit that is not with the office yet. */
export type HeldVisit = Visit & { readonly work: NonNullable<Visit['work']> }

/** What every screen of a visit is shown with. */
export interface StepProps {
  readonly visit: HeldVisit
  readonly photos: readonly Photo[]
  /** What of it is looked at: the last word of the place. */
  readonly detail: string | undefined
}

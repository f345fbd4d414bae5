import type { Call } from '../storage/records.ts'
import type { EmployerData } from './employer-data.ts'

/** A call that is not over. */
export type HeldCall = Call & { readonly work: Held }
type Held = NonNullable<Call['work']> & {
  readonly employer: NonNullable<NonNullable<Call['work']>['employer']>
}

/** What every screen of a call is shown with. */
export interface StepProps {
  readonly call: HeldCall
  readonly office: EmployerData
  /** What of it is looked at: the last word of the place. */
  readonly detail: string | undefined
}

import type { EmploymentConfirmation } from './contract/attestation.ts'
import type { RespondentDevice } from './respondent-device.ts'

/** Where the link went, if it went out. */
export interface LinkRecipient {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  /** Where the agent has it from, unless it is the order's. */
  readonly toFrom?: 'publicListing' | 'register' | 'employer' | 'applicant'
}

/** The link through which an employer answered. Times are ISO 8601. */
export interface AnsweredLink extends LinkRecipient {
  readonly number: number
  readonly sentAt: string
  readonly openedAt?: string | undefined
}

/** How an employer's word came to us, kept beside the report for whoever decides on it. */
export interface Provenance {
  readonly claim: Exclude<EmploymentConfirmation, 'mayNotAnswer'>
  /** On the page itself, or to an agent who typed it in. */
  readonly source: 'page' | 'phone' | 'visit'
  /** ISO 8601. */
  readonly answeredAt: string
  readonly link?: AnsweredLink
  readonly device?: RespondentDevice
  /** Of the same organisation and mode, from the same mail domain, before this one. */
  readonly earlierAnswers?: number
}

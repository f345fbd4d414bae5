import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import type { DeviceKey, Slot } from '../../../../../shared/evidence/contract.ts'
import type { ApplicantStatementView, Property, WorkItem } from '../../../../../shared/work/contract.ts'
import type { PhotoState } from '../queue/photo-state.ts'
import type { Answers } from '../visit/answers.ts'

/** Signs the photos of a person. The private key cannot leave the browser. */
export interface Device {
  readonly id: string
  readonly publicKey: DeviceKey
  readonly privateKey: CryptoKey
  readonly isEnrolled: boolean
}

/** Open work at the last refresh. */
export interface WorkLists {
  /** ISO 8601, by the phone's clock. */
  readonly at: string
  readonly open: readonly WorkItem[]
}

/** A signed report with the idempotency key of all tries. */
interface SignedReport {
  readonly idempotencyKey: string
  readonly body: FileReport
  readonly signedAt: string
  /** Whether it may have arrived although no answer came. */
  readonly wasTried: boolean
}

/** The problem for which a visit cannot be sent. */
export interface SendFailure {
  readonly code: string
  readonly detail: string
}

export interface Visit {
  readonly by: string
  readonly id: string
  /** Undefined once the office has its report. */
  readonly work: WorkItem | undefined
  readonly applicantSays: ApplicantStatementView | null | undefined
  readonly property: Property | null | undefined
  readonly answers: Answers
  readonly report: SignedReport | undefined
  readonly trouble: SendFailure | undefined
  /** What is kept for a day: `title` is the street. */
  readonly done: { readonly at: string; readonly photos: number; readonly title: string } | undefined
}

export type CallForm = 'attempt' | 'link' | 'documents' | 'report'

/** The last try without an answer: the same content is sent under the same key. */
interface SendTry {
  readonly idempotencyKey: string
  readonly body: string
}

/** An employment that is held. Only what was typed is stored here, nothing that was sent. */
export interface Call {
  readonly by: string
  readonly id: string
  /** Undefined once it is over. */
  readonly work: WorkItem | undefined
  readonly applicantSays: ApplicantStatementView | null | undefined
  readonly drafts: Partial<Record<CallForm, Answers>>
  readonly tries: Partial<Record<CallForm, SendTry>>
  /** Whether others may have it by now. */
  readonly isLost: boolean
  /** ISO 8601, and whether the office has a report. */
  readonly done: { readonly at: string; readonly isReported: boolean } | undefined
}

/** A photo of a visit. Its bytes stay until the service has confirmed their SHA-256. */
export interface Photo {
  readonly by: string
  /** Assignment id. */
  readonly id: string
  readonly slot: Slot
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Compact JWS of the capture record. */
  readonly signed: string
  readonly takenAt: string
  readonly source: 'viewfinder' | 'file'
  /** Undefined where the device named no position. */
  readonly accuracyMetres: number | undefined
  readonly state: PhotoState
  readonly bytes: Blob | undefined
  readonly thumbnail: Blob
}

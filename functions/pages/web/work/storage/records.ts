import type { ApplicantStatementView, Property, WorkItem } from '../../../../../shared/work/contract.ts'
import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import type { DeviceKey, Slot } from '../../../../../shared/evidence/contract.ts'
import type { PhotoState } from '../queue/photo-state.ts'
import type { Answers } from '../visit/answers.ts'

/* What lies on the telephone, a record each. */

/** What signs somebody's photos on this telephone. Its private half cannot leave the browser. */
export interface Device {
  readonly id: string
  readonly publicKey: DeviceKey
  readonly privateKey: CryptoKey
  readonly isEnrolled: boolean
}

/** The work that there was when somebody last asked. */
export interface WorkLists {
  /** ISO 8601, by this telephone's clock. */
  readonly at: string
  readonly open: readonly WorkItem[]
}

/** A report as it was signed, and the key under which it is sent as often as it takes. */
interface SignedReport {
  readonly idempotencyKey: string
  readonly body: FileReport
  readonly signedAt: string
  /** Whether it may have arrived although no answer came. */
  readonly wasTried: boolean
}

/** Why a visit's things cannot be sent: the service's own code. */
export interface SendFailure {
  readonly code: string
  readonly detail: string
}

/** A visit in somebody's hands, with all that was said of it here. */
export interface Visit {
  readonly by: string
  readonly id: string
  /** Undefined once the office has its report: nothing of it is needed here any more. */
  readonly work: WorkItem | undefined
  readonly applicantSays: ApplicantStatementView | null | undefined
  /** Undefined of what was kept before there were such orders, too. */
  readonly property: Property | null | undefined
  readonly answers: Answers
  readonly report: SignedReport | undefined
  readonly trouble: SendFailure | undefined
  /** When the office had its report, how many photos it has of it, and what to know it by for a day. */
  readonly done: { readonly at: string; readonly photos: number; readonly title: string } | undefined
}

/** What is filled in of a call, and sent by itself. */
export type CallForm = 'attempt' | 'link' | 'documents' | 'report'

/** What was sent last from a form, until an answer came: the same again goes under the same key. */
interface SendTry {
  readonly idempotencyKey: string
  readonly body: string
}

/** An employment in somebody's hands. What was sent of it is with the office alone: here lies what was typed. */
export interface Call {
  readonly by: string
  readonly id: string
  /** Undefined once it is over: nothing of it is needed here any more. */
  readonly work: WorkItem | undefined
  readonly applicantSays: ApplicantStatementView | null | undefined
  readonly drafts: Partial<Record<CallForm, Answers>>
  readonly tries: Partial<Record<CallForm, SendTry>>
  /** Whether others may have it by now. */
  readonly isLost: boolean
  /** When it was over (ISO 8601), and whether the office has a report of it. */
  readonly done: { readonly at: string; readonly isReported: boolean } | undefined
}

/** A photo of a visit. Its bytes stay until the service has answered their very SHA-256. */
export interface Photo {
  readonly by: string
  /** The assignment's. */
  readonly id: string
  readonly slot: Slot
  readonly sha256: string
  /** In bytes. */
  readonly size: number
  /** The capture record as the device signed it: a compact JWS. */
  readonly signed: string
  readonly takenAt: string
  readonly source: 'viewfinder' | 'file'
  /** How near to certain the device was of its place, in metres; undefined where it said none. */
  readonly accuracyMetres: number | undefined
  readonly state: PhotoState
  readonly bytes: Blob | undefined
  /** To be recognised by, after its bytes have gone. */
  readonly thumbnail: Blob
}

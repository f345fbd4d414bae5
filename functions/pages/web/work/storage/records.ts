import type { FileReport } from '../../../../../shared/work/assignment/contract.ts'
import type { PlaceFact } from '../../../../../shared/work/assignment/place-fact-contract.ts'
import type { CaptureRecord, DeviceKey, UnsentWork } from '../../../../../shared/evidence/contract.ts'
import type { ProblemBody } from '../../../../../shared/http/contract/problem-body.ts'
import type { ApplicantStatementView, Property, WorkItem } from '../../../../../shared/review/contract.ts'
import type { PhotoState } from '../queue/photo-state.ts'
import type { Answers } from '../visit/answers.ts'

/** Signs the photos of a person. The private key cannot leave the browser. */
export interface Device {
  readonly id: string
  readonly publicKey: DeviceKey
  readonly privateKey: CryptoKey
  readonly isEnrolled: boolean
  /** What this phone said last that it holds; absent before it said anything. */
  readonly said?: UnsentWork | undefined
  /** Whether photos wait for Wi-Fi. */
  readonly isWifiOnly?: boolean
}

/** Where an agent looks for work: a state, or an LGA of it. */
export interface WorkArea {
  readonly stateId: number
  readonly lgaId?: number | undefined
  readonly name: string
}

/** Open work that was loaded; `at`, the last refresh, by the phone's clock. */
export interface WorkLists {
  readonly at: string
  readonly open: readonly WorkItem[]
  /** The area that the agent chose; undefined for that of their team. */
  readonly area?: WorkArea | undefined
  /** Whether nobody said yet where they work. */
  readonly isAreaNeeded?: boolean
  /** Where the list goes on; null at its end. */
  readonly next?: string | null
}

/** A code of the phone's own: the applicant ended it. What was done before is sent all the same, for as long as it is taken. */
export const applicantRefused = 'applicant_refused'

/** The problem for which a visit cannot be sent. */
export interface SendFailure {
  readonly code: ProblemBody['code'] | typeof applicantRefused
  readonly detail: ProblemBody['detail']
}

/** What a person holds, visit or call. */
interface HeldWork {
  readonly by: string
  /** Assignment id. */
  readonly id: string
  /** Undefined once the office has its report, or it is over. */
  readonly work: WorkItem | undefined
  readonly applicantSays: ApplicantStatementView | null | undefined
  /** `applicantSaidAt` of the work when that was read. */
  readonly saidAt?: string | null
}

export interface Visit extends HeldWork {
  readonly property: Property | null | undefined
  /** What other agents told of the house. */
  readonly placeFacts?: readonly PlaceFact[]
  readonly answers: Answers
  /** Signed; all tries have its idempotency key. `wasTried`: it may have arrived although no answer came. */
  readonly report:
    | {
        readonly idempotencyKey: string
        readonly body: FileReport
        readonly signedAt: string
        readonly wasTried: boolean
      }
    | undefined
  readonly trouble: SendFailure | undefined
  /** What is kept for a day: `title` is the street. */
  readonly done: { readonly at: string; readonly photos: number; readonly title: string } | undefined
}

/** Nothing of it is sent until its agent has decided. */
export const isStopped = ({ trouble }: Pick<Visit, 'trouble'>): boolean =>
  trouble !== undefined && trouble.code !== applicantRefused

export type CallForm = 'attempt' | 'link' | 'documents' | 'report'

/** An employment that is held. Only what was typed is stored here, nothing that was sent. */
export interface Call extends HeldWork {
  readonly drafts: Partial<Record<CallForm, Answers>>
  /** The last try without an answer: the same content is sent under the same key. */
  readonly tries: Partial<Record<CallForm, { readonly idempotencyKey: string; readonly body: string }>>
  /** Whether others may have it by now. */
  readonly isLost: boolean
  /** ISO 8601, and whether the office has a report, or the applicant does not agree. */
  readonly done:
    | { readonly at: string; readonly isReported: boolean; readonly isRefused?: boolean }
    | undefined
}

/** A photo of a visit. Its bytes stay until the service has confirmed their SHA-256. */
export interface Photo extends Pick<HeldWork, 'by' | 'id'>, Pick<CaptureRecord, 'slot' | 'sha256'> {
  /** Compact JWS of the capture record. */
  readonly signed: string
  readonly state: PhotoState
  readonly bytes: Blob | undefined
  readonly thumbnail: Blob
}

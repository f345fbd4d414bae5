import type { Mode, Tenant, VerificationKey } from '../table/tenant.ts'
import type { businessFields } from './contract/address.ts'
import type { AddressRecord } from './contract/address-record.ts'
import type { EmploymentRecord, employmentFields } from './contract/employment.ts'
import type { StrongVisitFlag } from './contract/visit-flag.ts'
import type { DecidedOutcome } from './contract/outcome.ts'

export type PhotoFiles = readonly string[]

export const evidenceKey = (
  { organisationId, mode, id }: Tenant & { readonly id: number },
  photo: string,
): string => `evidence/${organisationId}/${mode}/${id}/${photo}`

export interface EvidenceRef extends VerificationKey {
  readonly photo: string
}

export const parseEvidenceKey = (key: string): EvidenceRef | undefined => {
  const [, organisationId, mode, id, photo] = /^evidence\/(\d+)\/(test|live)\/(\d+)\/([^/]+)$/.exec(key) ?? []
  return photo === undefined
    ? undefined
    : { organisationId: Number(organisationId), mode: mode as Mode, verificationId: Number(id), photo }
}

type Reported<Shown, Ordered = never> = {
  readonly [Name in Exclude<keyof Shown, Ordered>]?: NonNullable<Shown[Name]>
}

/** What speaks against the evidence of a visit. */
export interface ReportFlag {
  readonly code: StrongVisitFlag
  readonly reason: string
  /** `claim`, `report`, and photos as the event names them. */
  readonly places: readonly string[]
}

export interface AddressReport extends Reported<Pick<AddressRecord, 'agentComment'>> {
  readonly submittedAt: string
  /** Measured at the place, degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  /** Radius within which the device believed to be; absent where it gave no position. */
  readonly accuracyMetres?: number
  readonly addressType: string
  readonly isVague: boolean
  readonly neighbor?: Reported<AddressRecord['neighbor']>
  readonly business?: Reported<AddressRecord['business'], keyof typeof businessFields | 'id'>
  readonly maritalStatus?: string
  readonly verifind?: AddressRecord['verifindData']
  readonly flags?: readonly ReportFlag[]
  readonly interiorPhotos: PhotoFiles
  readonly exteriorPhotos: PhotoFiles
  readonly extraPhotos: PhotoFiles
}

type Job = EmploymentRecord['employmentDetails']
type Employer = EmploymentRecord['employerDetails']

export interface EmploymentReport {
  readonly submittedAt: string
  readonly details: Reported<Job, keyof typeof employmentFields>
  readonly employer: Reported<Employer, 'contactPersonName' | 'email' | 'name' | 'phone'>
  readonly attestator: Reported<EmploymentRecord['attestator']>
  readonly maritalStatus?: string
}

export type Report = AddressReport | EmploymentReport
type ReportPhotos = Pick<AddressReport, 'interiorPhotos' | 'exteriorPhotos' | 'extraPhotos'>

/** The slots of the photos that a report shows, as the event names them: `exteriorPhotos.photo1`. */
export const photoSlots = (report: Report | ReportPhotos): ReadonlyMap<string, string> => {
  if (!('exteriorPhotos' in report)) return new Map()
  const { exteriorPhotos, interiorPhotos, extraPhotos } = report
  const slots = Object.entries({ exteriorPhotos, interiorPhotos, extraPhotos }).flatMap(([kind, photos]) =>
    photos.map((photo, index) => [photo, `${kind}.photo${index + 1}`] as const),
  )
  return new Map(slots)
}

/** A reviewer's decision. `decidedBy` is a client's id. */
export interface RecordedDecision {
  readonly outcome: DecidedOutcome
  readonly decidedAt: string
  readonly decidedBy: string
  readonly adminComment?: string
  /** When an earlier report on the same order was rejected and returned; an approval leaves it standing. */
  readonly rejectedAt?: string
}

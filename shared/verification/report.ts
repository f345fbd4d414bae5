import type { Mode, Tenant, VerificationKey } from '../table/tenant.ts'
import type { AddressRecord } from './contract/address-record.ts'
import type { DecidedOutcome } from './contract/outcome.ts'

/** File names of the evidence photos of one kind, at most three. */
export type PhotoFiles = readonly string[]

/** Where a verification's photo lies in the media bucket: under ids, so that a key names nobody. */
export const evidenceKey = (
  { organisationId, mode, id }: Tenant & { readonly id: number },
  photo: string,
): string => `evidence/${organisationId}/${mode}/${id}/${photo}`

/** Which verification's photo lies somewhere. */
export interface EvidenceRef extends VerificationKey {
  readonly photo: string
}

/** What a key that `evidenceKey` made is of. */
export const parseEvidenceKey = (key: string): EvidenceRef | undefined => {
  const [, organisationId, mode, id, photo] = /^evidence\/(\d+)\/(test|live)\/(\d+)\/([^/]+)$/.exec(key) ?? []
  return photo === undefined
    ? undefined
    : { organisationId: Number(organisationId), mode: mode as Mode, verificationId: Number(id), photo }
}

/** What a field agent found at an address. */
export interface AddressReport {
  readonly submittedAt: string
  /** Measured at the place, degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  readonly addressType: string
  readonly isVague: boolean
  readonly agentComment?: string
  readonly neighbor?: {
    readonly comment?: string
    readonly firstname?: string
    readonly lastname?: string
    readonly phone?: string
  }
  readonly business?: {
    readonly area?: string
    readonly isKnown?: boolean
    readonly isOwnerKnown?: boolean
    readonly name?: string
    readonly nameFound?: string
    readonly ownerVisitsFrequently?: boolean
    readonly type?: string
  }
  readonly maritalStatus?: string
  /** What the evidence comes to. */
  readonly verifind?: AddressRecord['verifindData']
  readonly interiorPhotos: PhotoFiles
  readonly exteriorPhotos: PhotoFiles
  readonly extraPhotos: PhotoFiles
}

/** What an employer said. Fields are named as the event names them (interface §2.6). */
export interface EmploymentReport {
  readonly submittedAt: string
  readonly details: {
    readonly averageHours?: string
    readonly compensationRate?: string
    readonly employeeDepartment?: string
    readonly employeeStartDate?: string
    readonly employeeEndDate?: string
    readonly employeeTitle?: string
    readonly employerConsented?: boolean
    readonly employmentType?: string
    readonly jobBenefits?: string
    readonly jobLeaveReason?: string
    readonly jobTermination?: string
    readonly offence?: string
    readonly rehire?: boolean
    readonly salaryRange?: string
    readonly supervisorEmail?: string
    readonly supervisorName?: string
    readonly supervisorPhone?: string
    readonly supervisorTitle?: string
  }
  readonly employer: {
    readonly comment?: string
    readonly companyAddress?: string
    readonly companyCac?: string
    readonly companySize?: string
    readonly industry?: string
  }
  readonly attestator: {
    readonly email?: string
    readonly name?: string
    readonly phone?: string
    readonly title?: string
  }
  readonly maritalStatus?: string
}

export type Report = AddressReport | EmploymentReport

/** The slots of the photos that a report shows, as the event names them: `exteriorPhotos.photo1`. */
export const photoSlots = (report: Report): ReadonlyMap<string, string> => {
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

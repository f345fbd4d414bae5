import type { Coordinates } from '../../location/position.ts'
import { type DecidedOutcome, type Outcome, outcomes } from '../../verification/contract/outcome.ts'
import { type AddressReport, photoSlots, type ReportFlag } from '../../verification/report.ts'
import type { AddressVerification } from '../../verification/verification.ts'
import type { Findings, VisitReport } from './contract.ts'

/** Proposes an outcome to the reviewer, who decides. */
export const outcomeOfFindings = ({ addressExists, hadAccess, isThere }: Findings): DecidedOutcome => {
  if (!addressExists) return 'invalidAddress'
  if (isThere === true) return 'verified'
  if (!hadAccess) return 'noAccess'
  return isThere === false ? 'notInResidence' : 'noAccess'
}

/** The findings of a visit with this outcome; undefined where no visit ends so. */
export const findingsForOutcome = (outcome: Outcome): Findings | undefined => {
  const definition = outcomes[outcome]
  return 'findings' in definition ? definition.findings : undefined
}

export interface TakenPhoto {
  readonly slot: string
  readonly file: string
}

interface VisitData {
  readonly submittedAt: string
  readonly photos: readonly TakenPhoto[]
  readonly place?: (Coordinates & { readonly accuracyMetres: number }) | undefined
  readonly isVague: boolean
  readonly verifind: NonNullable<AddressReport['verifind']>
  readonly flags: readonly ReportFlag[]
}

const kinds = ['interiorPhotos', 'exteriorPhotos', 'extraPhotos'] as const
export type PhotoKind = (typeof kinds)[number]

/** The files of each kind, in the order of their slots. */
export const photosByKind = (photos: readonly TakenPhoto[]): Pick<AddressReport, PhotoKind> => {
  const inOrder = photos.toSorted((one, other) => (one.slot < other.slot ? -1 : 1))
  const of = (kind: string) =>
    inOrder.filter(({ slot }) => slot.startsWith(`${kind}.`)).map(({ file }) => file)
  return {
    interiorPhotos: of('interiorPhotos'),
    exteriorPhotos: of('exteriorPhotos'),
    extraPhotos: of('extraPhotos'),
  }
}

/** Records number photos without gaps, agents by what they show. */
const inRecord = (flags: readonly ReportFlag[], photos: readonly TakenPhoto[]): readonly ReportFlag[] => {
  const shown = photoSlots(photosByKind(photos))
  const names = new Map(photos.map(({ slot, file }) => [slot, shown.get(file)!]))
  return flags.map(flag => ({ ...flag, places: flag.places.map(at => names.get(at) ?? at) }))
}

/** The report for the record. Where the device gave no position, the ordered one stays. */
export const toAddressReport = (
  visit: VisitReport,
  { initialLatitude, initialLongitude }: AddressVerification,
  { submittedAt, photos, place, isVague, verifind, flags }: VisitData,
): AddressReport => ({
  submittedAt,
  latitude: place?.latitude ?? initialLatitude,
  longitude: place?.longitude ?? initialLongitude,
  ...(place && { accuracyMetres: place.accuracyMetres }),
  addressType: visit.addressType ?? '',
  isVague,
  verifind,
  ...(flags.length > 0 && { flags: inRecord(flags, photos) }),
  ...(visit.comment && { agentComment: visit.comment }),
  ...(visit.neighbor && { neighbor: visit.neighbor }),
  ...(visit.business && { business: visit.business }),
  ...(visit.maritalStatus && { maritalStatus: visit.maritalStatus }),
  ...photosByKind(photos),
})

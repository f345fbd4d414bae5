import {
  clientKind,
  organisationKind,
  personKind,
  portalLinkKind,
  portalSessionKind,
  sessionKind,
  signInKind,
  tokenKind,
} from '../account/kinds.ts'
import { caseIndexTold } from '../case/index-kind.ts'
import { caseNoteTold } from '../case/note-kind.ts'
import { caseSearchTold } from '../case/search/kind.ts'
import { attestedTold } from '../employer/attestation/attested-kind.ts'
import { contactAttemptTold } from '../employer/contact/attempt-kind.ts'
import { eventTold, identityEventTold } from '../event/kinds.ts'
import { deviceTold, deviceUseKind } from '../evidence/device-kinds.ts'
import { documentTold } from '../evidence/document-kind.ts'
import { photoTold, storedPhotoTold, uploadTold } from '../evidence/photo-kinds.ts'
import { lastPlaceTold, photoHashTold, photoLookTold } from '../evidence/reuse-kinds.ts'
import { unsentTold } from '../evidence/unsent-kind.ts'
import { dataFormatKind } from '../format/data-format-kind.ts'
import { idempotencyKeyTold, rateLimitTold, requestTold, strangersLimitKind } from '../http/kinds.ts'
import { lateLookupTold, lookupKind } from '../identity/kinds.ts'
import { circuitTold } from '../identity/registry/circuit-kind.ts'
import { subjectTold } from '../identity/subject-kind.ts'
import { chargeReferenceTold, ledgerTold, reservationTold, spendTold } from '../ledger/kinds.ts'
import { ledgerSealTold } from '../ledger/seal/kind.ts'
import { countedChargeTold, ledgerSumKind } from '../ledger/sum-kinds.ts'
import { linkTold } from '../link/kinds.ts'
import { trailLogTold } from '../log/kind.ts'
import { statsTold } from '../numbers/kinds.ts'
import { heartbeatKind } from '../outbox/heartbeat-kind.ts'
import { receiptKeyKind } from '../signing/key-kind.ts'
import { backupTold, elsewhereTold, streamTold } from '../table/copy-kinds.ts'
import { dataKeyKind } from '../table/data-key-kind.ts'
import type { Kind, Told } from '../table/kind.ts'
import { trailTold } from '../trail/kinds.ts'
import { assignmentTold } from '../verification/assignment-kind.ts'
import { guardTold, openKind, verificationTold } from '../verification/kinds.ts'
import { revisionTold } from '../verification/revision-kind.ts'
import { alertTold } from '../webhook/alert/alert-kind.ts'
import { attemptClaimKind, attemptTold } from '../webhook/delivery/attempt-kinds.ts'
import {
  deletedEndpointKind,
  endpointCountKind,
  endpointKind,
  endpointUrlKind,
} from '../webhook/endpoint/kinds.ts'
import { agentOutcomeTold, backCheckKind, claimKind, disputeTold } from '../work/assignment/kinds.ts'
import { placeNoteTold } from '../work/assignment/place-note-kind.ts'
import { memberKind, teamKind } from '../work/team/kinds.ts'
import { erasureMarkTold } from './erasure-mark-kind.ts'

/** What the guides tell of, and an export has, in their order. */
export const told = [
  verificationTold,
  assignmentTold,
  revisionTold,
  disputeTold,
  linkTold,
  trailTold,
  trailLogTold,
  photoHashTold,
  photoLookTold,
  lastPlaceTold,
  unsentTold,
  placeNoteTold,
  agentOutcomeTold,
  photoTold,
  documentTold,
  contactAttemptTold,
  caseNoteTold,
  attestedTold,
  statsTold,
  eventTold,
  identityEventTold,
  attemptTold,
  ledgerTold,
  countedChargeTold,
  spendTold,
  reservationTold,
  alertTold,
  idempotencyKeyTold,
  requestTold,
  caseSearchTold,
  subjectTold,
  chargeReferenceTold,
  caseIndexTold,
  storedPhotoTold,
  ledgerSealTold,
  uploadTold,
  deviceTold,
  lateLookupTold,
  guardTold,
  rateLimitTold,
  circuitTold,
  erasureMarkTold,
  backupTold,
  streamTold,
  elsewhereTold,
] as const satisfies readonly Told[]

/**
 * All that is stored. For those who need every kind: no function that is not the operator's own loads this.
 */
export const kinds = [
  ...told.map(({ kind }) => kind),
  lookupKind,
  organisationKind,
  clientKind,
  tokenKind,
  personKind,
  sessionKind,
  signInKind,
  portalSessionKind,
  portalLinkKind,
  teamKind,
  memberKind,
  backCheckKind,
  claimKind,
  openKind,
  attemptClaimKind,
  endpointKind,
  endpointUrlKind,
  deletedEndpointKind,
  endpointCountKind,
  strangersLimitKind,
  ledgerSumKind,
  deviceUseKind,
  heartbeatKind,
  receiptKeyKind,
  dataKeyKind,
  dataFormatKind,
] as const satisfies readonly Kind[]

type Telling = (typeof told)[number]
type InExports = Exclude<Telling, { readonly notExported: string }>
export type ToldKind = Telling['kind']['name']
export type ExportedKind = InExports['kind']['name']

type KindOfRecord = Extract<(typeof kinds)[number], { readonly itemsOf: unknown }>
type CountedKind = Extract<KindOfRecord, { readonly countedAs: string }>
export type ItemCount = CountedKind['countedAs']
type KindInFile = Extract<KindOfRecord, { readonly file: string }>
export type FiledKind = KindInFile['name']

/** Of a verification: an erasure deletes all of it. */
export const kindsOfRecord = kinds.filter((kind): kind is KindOfRecord => 'itemsOf' in kind)
/** What an export has as it is. */
export const kindsInFiles = kindsOfRecord.filter((kind): kind is KindInFile => 'file' in kind)

export const exportedKinds: readonly ExportedKind[] = told
  .filter((each): each is InExports => !('notExported' in each))
  .map(({ kind }) => kind.name)

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
import { agentOutcomeKind, backCheckKind, claimKind, disputeKind } from '../work/assignment/kinds.ts'
import { caseNoteKind } from '../case/note-kind.ts'
import { placeNoteKind } from '../work/assignment/place-note-kind.ts'
import { attestedKind } from '../employer/attestation/attested-kind.ts'
import { contactAttemptKind } from '../employer/contact/attempt-kind.ts'
import { eventKind, identityEventKind } from '../event/kinds.ts'
import { deviceKind, deviceUseKind } from '../evidence/device-kinds.ts'
import { documentKind } from '../evidence/document-kind.ts'
import { photoKind, storedPhotoKind, uploadKind } from '../evidence/photo-kinds.ts'
import { lastPlaceKind, photoHashKind, photoLookKind } from '../evidence/reuse-kinds.ts'
import { unsentKind } from '../evidence/unsent-kind.ts'
import { idempotencyKeyKind, rateLimitKind, requestKind, strangersLimitKind } from '../http/kinds.ts'
import { lateLookupKind, lookupKind } from '../identity/kinds.ts'
import { circuitKind } from '../identity/registry/circuit-kind.ts'
import { subjectKind } from '../identity/subject-kind.ts'
import { chargeReferenceKind, ledgerKind, reservationKind, spendKind } from '../ledger/kinds.ts'
import { countedChargeKind, ledgerSumKind } from '../ledger/sum-kinds.ts'
import { linkKind } from '../link/kinds.ts'
import { heartbeatKind } from '../outbox/heartbeat-kind.ts'
import { statsKind } from '../numbers/kinds.ts'
import { backupKind, elsewhereKind, streamKind } from '../table/copy-kinds.ts'
import { dataFormatKind } from '../format/data-format-kind.ts'
import { dataKeyKind } from '../table/data-key-kind.ts'
import type { Kind } from '../table/kind.ts'
import { memberKind, teamKind } from '../work/team/kinds.ts'
import { trailKind } from '../trail/kinds.ts'
import { assignmentKind } from '../verification/assignment-kind.ts'
import { caseIndexKind } from '../case/index-kind.ts'
import { guardKind, openKind, verificationKind } from '../verification/kinds.ts'
import { revisionKind } from '../verification/revision-kind.ts'
import { alertKind } from '../webhook/alert/alert-kind.ts'
import { attemptClaimKind, attemptKind } from '../webhook/delivery/attempt-kinds.ts'
import {
  deletedEndpointKind,
  endpointCountKind,
  endpointKind,
  endpointUrlKind,
} from '../webhook/endpoint/kinds.ts'
import { caseSearchKind } from '../case/search/kind.ts'
import { erasureMarkKind } from './erasure-mark-kind.ts'
import { ledgerSealKind } from '../ledger/seal/kind.ts'
import { receiptKeyKind } from '../signing/key-kind.ts'
import { trailLogKind } from '../log/kind.ts'

/**
 * All that is stored, as the guides list it and an export has it. For those who need every kind: no function that is not
 * the operator's own loads this.
 */
export const kinds = [
  verificationKind,
  assignmentKind,
  revisionKind,
  disputeKind,
  linkKind,
  trailKind,
  trailLogKind,
  photoHashKind,
  photoLookKind,
  lastPlaceKind,
  unsentKind,
  placeNoteKind,
  agentOutcomeKind,
  photoKind,
  documentKind,
  contactAttemptKind,
  caseNoteKind,
  attestedKind,
  statsKind,
  eventKind,
  identityEventKind,
  attemptKind,
  ledgerKind,
  countedChargeKind,
  spendKind,
  reservationKind,
  alertKind,
  idempotencyKeyKind,
  requestKind,
  caseSearchKind,
  subjectKind,
  chargeReferenceKind,
  caseIndexKind,
  storedPhotoKind,
  ledgerSealKind,
  uploadKind,
  deviceKind,
  lateLookupKind,
  guardKind,
  rateLimitKind,
  circuitKind,
  erasureMarkKind,
  backupKind,
  streamKind,
  elsewhereKind,
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

export type ToldKind = Extract<(typeof kinds)[number], { readonly what: string }>
type KindInExports = Exclude<ToldKind, { readonly notExported: string }>
export type ExportedKind = KindInExports['name']

type KindOfRecord = Extract<(typeof kinds)[number], { readonly itemsOf: unknown }>
type CountedKind = Extract<KindOfRecord, { readonly countedAs: string }>
export type ItemCount = CountedKind['countedAs']
type KindInFile = Extract<KindOfRecord, { readonly file: string }>
export type FiledKind = KindInFile['name']

/** Of a verification: an erasure deletes all of it. */
export const kindsOfRecord = kinds.filter((kind): kind is KindOfRecord => 'itemsOf' in kind)
/** What an export has as it is. */
export const kindsInFiles = kindsOfRecord.filter((kind): kind is KindInFile => 'file' in kind)

export const toldKinds = kinds.filter((kind): kind is ToldKind => 'what' in kind)
export const exportedKinds: readonly ExportedKind[] = toldKinds
  .filter((kind): kind is KindInExports => !('notExported' in kind))
  .map(({ name }) => name)

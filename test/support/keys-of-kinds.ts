import * as accountKinds from '../../shared/account/kinds.ts'
import * as assignmentKinds from '../../shared/work/assignment/kinds.ts'
import * as assignmentNoteKind from '../../shared/case/note-kind.ts'
import * as assignmentPlaceNoteKind from '../../shared/work/assignment/place-note-kind.ts'
import * as employerAttestationAttestedKind from '../../shared/employer/attestation/attested-kind.ts'
import * as employerContactAttemptKind from '../../shared/employer/contact/attempt-kind.ts'
import * as eventKinds from '../../shared/event/kinds.ts'
import * as evidenceDeviceKinds from '../../shared/evidence/device-kinds.ts'
import * as evidenceDocumentKind from '../../shared/evidence/document-kind.ts'
import * as evidencePhotoKinds from '../../shared/evidence/photo-kinds.ts'
import * as evidenceReuseKinds from '../../shared/evidence/reuse-kinds.ts'
import * as evidenceUnsentKind from '../../shared/evidence/unsent-kind.ts'
import * as httpKinds from '../../shared/http/kinds.ts'
import * as identityKinds from '../../shared/identity/kinds.ts'
import * as identityRegistryCircuitKind from '../../shared/identity/registry/circuit-kind.ts'
import * as identitySubjectKind from '../../shared/identity/subject-kind.ts'
import * as ledgerKinds from '../../shared/ledger/kinds.ts'
import * as ledgerSumKinds from '../../shared/ledger/sum-kinds.ts'
import * as linkKinds from '../../shared/link/kinds.ts'
import * as outboxHeartbeatKind from '../../shared/outbox/heartbeat-kind.ts'
import * as statsKinds from '../../shared/numbers/kinds.ts'
import * as formatDataFormatKind from '../../shared/format/data-format-kind.ts'
import * as tableDataKeyKind from '../../shared/table/data-key-kind.ts'
import type { Key } from '../../shared/table/port.ts'
import * as teamKinds from '../../shared/work/team/kinds.ts'
import * as trailKinds from '../../shared/trail/kinds.ts'
import * as trustReceiptKeyKind from '../../shared/signing/key-kind.ts'
import * as verificationAssignmentKind from '../../shared/verification/assignment-kind.ts'
import * as verificationCaseKind from '../../shared/case/index-kind.ts'
import * as verificationKinds from '../../shared/verification/kinds.ts'
import * as verificationRevisionKind from '../../shared/verification/revision-kind.ts'
import * as webhookAlertAlertKind from '../../shared/webhook/alert/alert-kind.ts'
import * as webhookDeliveryAttemptKinds from '../../shared/webhook/delivery/attempt-kinds.ts'
import * as webhookEndpointKinds from '../../shared/webhook/endpoint/kinds.ts'
import * as workCaseSearchKind from '../../shared/case/search/kind.ts'

/** What the files of kinds have of keys, by their names. */
export const keys = {
  ...identitySubjectKind,
  ...verificationAssignmentKind,
  ...accountKinds,
  ...formatDataFormatKind,
  ...assignmentKinds,
  ...assignmentNoteKind,
  ...assignmentPlaceNoteKind,
  ...employerAttestationAttestedKind,
  ...employerContactAttemptKind,
  ...eventKinds,
  ...evidenceDeviceKinds,
  ...evidenceDocumentKind,
  ...evidencePhotoKinds,
  ...evidenceReuseKinds,
  ...evidenceUnsentKind,
  ...httpKinds,
  ...identityKinds,
  ...identityRegistryCircuitKind,
  ...ledgerKinds,
  ...ledgerSumKinds,
  ...linkKinds,
  ...outboxHeartbeatKind,
  ...statsKinds,
  ...tableDataKeyKind,
  ...teamKinds,
  ...trailKinds,
  ...trustReceiptKeyKind,
  ...verificationCaseKind,
  ...verificationKinds,
  ...verificationRevisionKind,
  ...webhookAlertAlertKind,
  ...webhookDeliveryAttemptKinds,
  ...webhookEndpointKinds,
  ...workCaseSearchKind,
}

const tenant = { organisationId: 12, mode: 'test' } as const

/** An example of each. */
export const keyOf: Readonly<Record<string, Key>> = {
  organisationKey: keys.organisationKey(12),
  clientKey: keys.clientKey('live#test#'),
  tokenKey: keys.tokenKey('1#live#digest'),
  personKey: keys.personKey('1#test#'),
  teamKey: keys.teamKey('lagos-1'),
  memberKey: keys.memberKey('1#test#'),
  sessionKey: keys.sessionKey('digest'),
  signInKey: keys.signInKey('digest'),
  portalSessionKey: keys.portalSessionKey('1#live#digest'),
  portalLinkKey: keys.portalLinkKey('1#live#digest'),
  requestKey: keys.requestKey(tenant, '2026-11-22T00:00:00.000Z', 'id'),
  verificationKey: keys.verificationKey(tenant, 1),
  assignmentKey: keys.assignmentKey(tenant, 1),
  revisionKey: keys.revisionKey(tenant, 1, 1),
  disputeKey: keys.disputeKey(tenant, 1, 1),
  linkKey: keys.linkKey(tenant, 1, 'applicant', 1),
  claimKey: keys.claimKey('live', 'agent-1', 1),
  contactKey: keys.contactKey(tenant, 1, 1),
  caseNoteKey: keys.caseNoteKey(tenant, 1, 1),
  documentKey: keys.documentKey(tenant, 1, 1),
  attestationCountKey: keys.attestationCountKey(tenant, 'zenithworks.example'),
  duplicateGuardKey: keys.duplicateGuardKey(tenant, 'fingerprint'),
  idempotencyKey: keys.idempotencyKey(tenant, 'client', 'digest'),
  eventKey: keys.eventKey(tenant, 'evt_1_completed'),
  attemptKey: keys.attemptKey(tenant, 'evt_1_completed', 1, 1),
  openKey: keys.openKey(tenant, 1),
  subjectKey: keys.subjectKey(tenant, 'digest', 1),
  attemptClaimKey: keys.attemptClaimKey(tenant, 'evt_1_completed', 1, 1),
  endpointKey: keys.endpointKey(tenant, 1),
  endpointUrlKey: keys.endpointUrlKey(tenant, 'digest'),
  deletedEndpointKey: keys.deletedEndpointKey(tenant, 1),
  endpointCountKey: keys.endpointCountKey(tenant),
  alertKey: keys.alertKey(tenant, 1, 1),
  lookupKey: keys.lookupKey(tenant, 1),
  lateLookupKey: keys.lateLookupKey(tenant, 1),
  rateLimitKey: keys.rateLimitKey(tenant, ['client', 'number', 'digest'], 1),
  anonymousLimitKey: keys.anonymousLimitKey('guesses', '1#test#', 1),
  trailKey: keys.trailKey(tenant, 1, 1),
  devicesKey: keys.devicesKey('agent-1'),
  photosKey: keys.photosKey(tenant, 1),
  backCheckKey: keys.backCheckKey(tenant, 1),
  photoHashKey: keys.photoHashKey('live', 'digest'),
  photoLookKey: keys.photoLookKey('live', '0123abcd'),
  placeNoteKey: keys.placeNoteKey({ ...tenant, verificationId: 1 }, 'digest'),
  agentOutcomeKey: keys.agentOutcomeKey('live', 'agent-1', '2026-11-22T00:00:00.000Z', 1),
  lastPositionKey: keys.lastPositionKey('live', 'agent-1'),
  deviceUseKey: keys.deviceUseKey('device'),
  caseKey: keys.caseKey({ ...tenant, verificationId: 1 }, 'name', 'digest', '2026-11-22T00:00:00.000Z'),
  caseSearchKey: keys.caseSearchKey('live', 'reviewer-1', '2026-11-22T00:00:00.000Z', 1),
  caseSearchCountKey: keys.caseSearchCountKey('live', 'reviewer-1', '2026-11-22T00'),
  statsLineKey: keys.statsLineKey('live', '2026-11-22', 'digest'),
  statsSummaryKey: keys.statsSummaryKey('live', '2026-11-22'),
  visitLineKey: keys.visitLineKey('live', '2026-11-22', 'digest'),
  fieldworkCountKey: keys.fieldworkCountKey('live'),
  workCountKey: keys.workCountKey('live'),
  unsentKey: keys.unsentKey('live', 'agent-1', 'device'),
  ledgerKey: keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1),
  chargeReferenceKey: keys.chargeReferenceKey(
    { ...tenant, verificationId: 1 },
    keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1),
  ),
  ledgerSumKey: keys.ledgerSumKey(tenant, '2026-11-22', 1, 'nin', 'answered'),
  ledgerDaySumKey: keys.ledgerDaySumKey(tenant, '2026-11-22'),
  countedChargeKey: keys.countedChargeKey(keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1)),
  reservationKey: keys.reservationKey(tenant, 1),
  spendKey: keys.spendKey(tenant, 'live#test#', '2026-11'),
  receiptKey: keys.receiptKey(1),
  dataKey: keys.dataKey(1),
  dataFormatKey: keys.dataFormatKey(),
  migrationKey: keys.migrationKey(),
  circuitKey: keys.circuitKey('nin'),
  heartbeatKey: keys.heartbeatKey(),
}

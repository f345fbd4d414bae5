import type * as z from 'zod/mini'
import * as attestation from '../work/assignment/attestation-contract.ts'
import * as assignment from '../work/assignment/contract.ts'
import * as caseFile from '../case/contract.ts'
import * as caseNote from '../case/note-contract.ts'
import * as dispute from '../dispute/contract.ts'
import * as employer from '../employer/contract.ts'
import * as attempt from '../event/attempt-contract.ts'
import * as event from '../event/contract.ts'
import * as evidence from '../evidence/contract.ts'
import * as fieldwork from '../fieldwork/contract.ts'
import * as authenticationRoutes from '../http/contract/authentication-routes.ts'
import * as problem from '../http/contract/problem-body.ts'
import * as serviceRoutes from '../http/contract/service-routes.ts'
import * as sessionRoutes from '../http/contract/session-routes.ts'
import * as identityCheck from '../identity/contract/check.ts'
import * as identityClaim from '../identity/contract/claim.ts'
import * as identityLookup from '../identity/contract/lookup.ts'
import * as driverLicense from '../identity/product/driver-license.ts'
import * as ninPremium from '../identity/product/nin-premium.ts'
import * as ninResponse from '../identity/product/nin-response.ts'
import * as ledger from '../ledger/contract.ts'
import * as location from '../location/routes.ts'
import * as mcp from '../mcp/contract.ts'
import * as overview from '../overview/contract.ts'
import * as portal from '../portal/contract.ts'
import * as sandbox from '../sandbox/routes.ts'
import * as trail from '../trail/contract.ts'
import * as receipt from '../receipt/contract.ts'
import * as signing from '../signing/contract.ts'
import * as verificationAddress from '../verification/contract/address.ts'
import * as verificationAddressRecord from '../verification/contract/address-record.ts'
import * as verificationApplicant from '../verification/contract/applicant.ts'
import * as verificationDispute from '../verification/contract/dispute.ts'
import * as verificationEmployment from '../verification/contract/employment.ts'
import * as verificationList from '../verification/contract/list.ts'
import * as verificationProperty from '../verification/contract/property.ts'
import * as verificationSandboxRoutes from '../verification/contract/sandbox-routes.ts'
import * as verificationStatus from '../verification/contract/status.ts'
import * as webhook from '../webhook/contract.ts'
import * as header from '../webhook/header-contract.ts'
import * as assign from '../work/assign-contract.ts'
import * as caseSearch from '../case/search/contract.ts'
import * as day from '../work/day-contract.ts'
import * as work from '../review/contract.ts'

type NamedSchema = Readonly<Record<string, z.ZodMiniType>>

const sharedSchemas: NamedSchema = { EventFilter: webhook.EventFilterName }

/** These exports of a contract, under their own names. */
const pick = <Name extends string>(
  contract: Readonly<Record<NoInfer<Name>, z.ZodMiniType>>,
  ...names: readonly Name[]
): NamedSchema => Object.fromEntries(names.map(name => [name, contract[name]]))

/** Names are published: generated clients use them. */
export const requestSchemas: NamedSchema = {
  ...sharedSchemas,
  ...pick(authenticationRoutes, 'TokenRequest'),
  ...pick(portal, 'OpenPortal'),
  ...pick(verificationAddress, 'CreateAddress'),
  ...pick(verificationProperty, 'CreateProAddress', 'AddressExtraData'),
  ...pick(verificationAddress, 'CreateBusinessAddress'),
  ...pick(verificationEmployment, 'CreateEmployment'),
  ...pick(verificationApplicant, 'AddressApplicant'),
  Applicant: verificationApplicant.ListedIdApplicant,
  ...pick(identityClaim, 'IdentityClaim', 'LicenseClaim'),
  ...pick(webhook, 'CreateWebhook', 'UpdateWebhook'),
  ...pick(header, 'WebhookHeader'),
  ...pick(webhook, 'RotateSecret', 'RecoverWebhook'),
  ...pick(event, 'ResendEvent'),
  ...pick(verificationSandboxRoutes, 'ForceOutcome'),
  ...pick(sandbox, 'MoveClock'),
  ...pick(work, 'ClaimAssignment'),
  HandOver: work.HandOverRequest,
  ...pick(assign, 'AssignWork'),
  ...pick(day, 'SetAppointment'),
  ...pick(assignment, 'Position', 'FileReport', 'VisitReport'),
  ...pick(attestation, 'EmployerReport'),
  Decide: assignment.DecideRequest,
  ...pick(dispute, 'RaiseDispute'),
  ...pick(employer, 'RecordContactAttempt', 'SendLink'),
  ...pick(evidence, 'DeviceRequest', 'DeviceKey', 'PhotoRecords', 'PhotoArrival', 'UnsentWork'),
  ...pick(overview, 'MendStuck'),
  ...pick(caseSearch, 'SearchCases'),
  ...pick(caseNote, 'WriteCaseNote'),
  ...pick(mcp, 'McpRequest'),
}

export const answerSchemas: NamedSchema = {
  ...sharedSchemas,
  Problem: problem.ProblemBody,
  FieldError: problem.FieldErrorBody,
  ...pick(authenticationRoutes, 'Token'),
  ...pick(sessionRoutes, 'Session'),
  ...pick(portal, 'PortalLink', 'PortalSession', 'RequestLog', 'RequestLogLine'),
  ...pick(ledger, 'Charges', 'ProductCharges', 'SpendCap', 'ChargeLines', 'ChargeLine'),
  ...pick(verificationStatus, 'AgainstFinding', 'RecordFlag', 'Status'),
  ...pick(verificationDispute, 'RecordDispute'),
  ApplicantAnswer: verificationApplicant.ApplicantResponse,
  ...pick(verificationApplicant, 'EventApplicant'),
  CreatedAddress: verificationAddress.CreateAddressResponse,
  ...pick(verificationAddress, 'AddressSummary'),
  OrderedAddress: verificationAddress.PendingAddressRecord,
  ...pick(verificationAddress, 'Location'),
  AddressAnswer: verificationAddressRecord.AddressResponse,
  ...pick(verificationAddressRecord, 'AddressRecord', 'Photos'),
  CreatedEmployment: verificationEmployment.CreateEmploymentResponse,
  OrderedEmployment: verificationEmployment.PendingEmploymentRecord,
  EmploymentAnswer: verificationEmployment.EmploymentResponse,
  ...pick(verificationEmployment, 'EmploymentRecord'),
  VerificationLine: verificationList.VerificationListItem,
  ...pick(verificationList, 'VerificationList'),
  ...pick(
    dispute,
    'RaisedDispute',
    'Dispute',
    'AddressRevision',
    'AddressRevisions',
    'EmploymentRevision',
    'EmploymentRevisions',
  ),
  ForcedOutcome: verificationSandboxRoutes.ForceOutcomeResponse,
  ...pick(sandbox, 'MovedClock'),
  NinAnswer: ninResponse.NinResponse,
  PremiumAnswer: ninPremium.PremiumResponse,
  LicenseAnswer: driverLicense.LicenseResponse,
  PendingAnswer: identityCheck.PendingResponse,
  ...pick(identityLookup, 'IdentityVerification', 'IdentityList', 'Registry', 'RegistryList'),
  ...pick(webhook, 'Webhook', 'WebhookHealth'),
  CreatedWebhook: webhook.CreateWebhookResponse,
  ...pick(webhook, 'WebhookList', 'WebhookSecret', 'Ping', 'RecoverySpan'),
  ...pick(attempt, 'Attempt'),
  ...pick(webhook, 'AttemptList'),
  ...pick(event, 'AddressEvent', 'EmploymentEvent', 'IdentityEvent', 'EndpointEvent'),
  ThinEvent: event.ThinEnvelope,
  ...pick(webhook, 'PingEvent'),
  ...pick(event, 'EventSummary'),
  LateAnswer: identityLookup.LateLookupResult,
  LateFailure: identityLookup.FailedLookupResult,
  EventLine: event.EventListItem,
  ...pick(event, 'EventList'),
  EventAnswer: event.EventResponse,
  Resent: event.ResendResponse,
  ...pick(location, 'StateList', 'LgaList'),
  Work: work.WorkItem,
  ...pick(work, 'WorkList'),
  ...pick(assign, 'AssignedWork', 'AssigneeProposals'),
  ...pick(day, 'StandingAppointment'),
  Appointment: day.AppointmentResponse,
  ...pick(day, 'OwnQuality'),
  Assignment: work.AssignmentResponse,
  Claimed: work.ClaimResponse,
  HandedOver: work.HandOverResponse,
  ...pick(employer, 'EmployerCase', 'ContactAttempt', 'ContactAttempts', 'SentLink', 'SentLinks'),
  Filed: assignment.FileReportResponse,
  Decision: work.DecisionResponse,
  ...pick(trail, 'EntryEvent', 'TrailEntry', 'TrailBreak'),
  Trail: trail.TrailPart,
  ...pick(evidence, 'Device', 'RecordedPhotos', 'RecordedPhoto'),
  PhotoUpload: evidence.Upload,
  ...pick(evidence, 'PhotoList'),
  Photo: evidence.PhotoSeen,
  ...pick(evidence, 'Fix', 'StoredPhoto'),
  ...pick(overview, 'Overview', 'OpenCases', 'OpenCase', 'Mended'),
  ...pick(fieldwork, 'FieldworkHealth', 'FieldworkLine', 'AgentFieldwork'),
  ...pick(caseSearch, 'FoundCases', 'FoundCase'),
  ...pick(caseFile, 'CaseFile'),
  ...pick(caseNote, 'CaseNotes', 'CaseNote'),
  ...pick(receipt, 'Receipt'),
  ...pick(signing, 'ReceiptKeys', 'ReceiptKey'),
  ...pick(mcp, 'McpResponse'),
  OpenApi: serviceRoutes.serviceRoutes.getOpenApi.answers[200],
  Health: serviceRoutes.serviceRoutes.getHealth.answers[200],
}

/** Arguments of tools that are no operations. */
export const toolSchemas: NamedSchema = pick(mcp, 'ExplainErrorArguments', 'SearchDocsArguments')

/**
 * Better names for inner objects, which would be named after their field, and for words that generators would give the
 * name of the object that holds them.
 */
export const betterNames: Readonly<Record<string, string>> = {
  StatusStatus: 'VerificationStatus',
  NinAnswerApplicant: 'LookUpApplicant',
  NinAnswerNin: 'Nin',
  NinAnswerSummary: 'NinSummary',
  NinSummaryNinCheck: 'IdentityCheck',
  IdentityCheckFieldMatches: 'FieldMatches',
  IdentityCheckMatchDetails: 'MatchDetails',
  NinAnswerStatus: 'LookUpStatus',
  LicenseAnswerSummary: 'LicenseSummary',
  LicenseAnswerDriversLicense: 'DriversLicense',
  PremiumAnswerResidence: 'Residence',
  PremiumAnswerNextOfKin: 'NextOfKin',
  IdentityVerificationStatus: 'KeptLookUpStatus',
  IdentityVerificationSummary: 'KeptLookUpSummary',
  StateListDataItem: 'State',
  LgaListDataItem: 'Lga',
  WebhookHealthLastFailure: 'WebhookFailure',
  WebhookSecretPreviousItem: 'PreviousSecret',
}

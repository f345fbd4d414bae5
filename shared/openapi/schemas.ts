import type * as z from 'zod/mini'
import { EmployerReport } from '../assignment/attestation-contract.ts'
import { FileReport, FileReportResponse, Position, VisitReport } from '../assignment/contract.ts'
import {
  AddressRevision,
  AddressRevisions,
  Dispute,
  EmploymentRevision,
  EmploymentRevisions,
  RaiseDispute,
  RaisedDispute,
} from '../dispute/contract.ts'
import {
  ContactAttempt,
  ContactAttempts,
  EmployerCase,
  RecordContactAttempt,
  SendLink,
  SentLink,
  SentLinks,
} from '../employer/contract.ts'
import { Attempt } from '../event/attempt-contract.ts'
import {
  AddressEvent,
  EmploymentEvent,
  EndpointEvent,
  EventList,
  EventListItem,
  EventResponse,
  EventSummary,
  IdentityEvent,
  ResendEvent,
  ResendResponse,
  ThinEnvelope,
} from '../event/contract.ts'
import {
  Device,
  DeviceKey,
  DeviceRequest,
  Fix,
  PhotoArrival,
  PhotoList,
  PhotoRecords,
  PhotoSeen,
  RecordedPhoto,
  RecordedPhotos,
  StoredPhoto,
  Upload,
} from '../evidence/contract.ts'
import { Token, TokenRequest } from '../http/contract/authentication-routes.ts'
import { FieldError, ProblemBody } from '../http/contract/problem.ts'
import { serviceRoutes } from '../http/contract/service-routes.ts'
import { Session } from '../http/contract/session-routes.ts'
import { PendingResponse } from '../identity/contract/check.ts'
import { IdentityClaim, LicenseClaim } from '../identity/contract/claim.ts'
import {
  FailedLookupResult,
  IdentityVerification,
  LateLookupResult,
  Registry,
  RegistryList,
} from '../identity/contract/lookup.ts'
import { LicenseResponse } from '../identity/product/driver-license.ts'
import { PremiumResponse } from '../identity/product/nin-premium.ts'
import { NinResponse } from '../identity/product/nin-response.ts'
import { Charges, ProductCharges, SpendCap } from '../ledger/contract.ts'
import { LgaList, StateList } from '../location/contract.ts'
import { Mended, MendStuck, Overview } from '../overview/contract.ts'
import { OpenPortal, PortalLink, PortalSession, RequestLog, RequestLogLine } from '../portal/contract.ts'
import { MoveClock, MovedClock, SendSample, SentSample } from '../sandbox/routes.ts'
import { Trail, TrailBreak, TrailEntry } from '../trail/contract.ts'
import { Receipt, ReceiptKey, ReceiptKeys } from '../trust/receipt/contract.ts'
import {
  AddressSummary,
  CreateAddress,
  CreateAddressResponse,
  CreateBusinessAddress,
  Location,
  PendingAddressRecord,
} from '../verification/contract/address.ts'
import { AddressRecord, AddressResponse, Photos } from '../verification/contract/address-record.ts'
import {
  AddressApplicant,
  ApplicantResponse,
  EventApplicant,
  ListedIdApplicant,
} from '../verification/contract/applicant.ts'
import {
  CreateEmployment,
  CreateEmploymentResponse,
  EmploymentRecord,
  EmploymentResponse,
  PendingEmploymentRecord,
} from '../verification/contract/employment.ts'
import { VerificationList, VerificationListItem } from '../verification/contract/list.ts'
import { AddressExtraData, CreateProAddress } from '../verification/contract/property.ts'
import { ForceOutcome, ForceOutcomeResponse } from '../verification/contract/sandbox-routes.ts'
import { Status } from '../verification/contract/status.ts'
import {
  AttemptList,
  CreateWebhook,
  CreateWebhookResponse,
  EventFilterName,
  Ping,
  PingEvent,
  RecoverWebhook,
  RecoverySpan,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookHealth,
  WebhookList,
  WebhookSecret,
} from '../webhook/contract.ts'
import { WebhookHeader } from '../webhook/header-contract.ts'
import {
  AssignmentResponse,
  ClaimAssignment,
  ClaimResponse,
  DecideRequest,
  DecisionResponse,
  WorkItem,
  WorkList,
} from '../work/contract.ts'

type NamedSchema = Readonly<Record<string, z.ZodMiniType>>

const sharedSchemas: NamedSchema = { EventFilter: EventFilterName }

/** Names are published: generated clients use them. */
export const requestSchemas: NamedSchema = {
  ...sharedSchemas,
  TokenRequest,
  OpenPortal,
  CreateAddress,
  CreateProAddress,
  AddressExtraData,
  CreateBusinessAddress,
  CreateEmployment,
  AddressApplicant,
  Applicant: ListedIdApplicant,
  IdentityClaim,
  LicenseClaim,
  CreateWebhook,
  UpdateWebhook,
  WebhookHeader,
  RotateSecret,
  RecoverWebhook,
  ResendEvent,
  ForceOutcome,
  MoveClock,
  SendSample,
  ClaimAssignment,
  Position,
  FileReport,
  VisitReport,
  EmployerReport,
  Decide: DecideRequest,
  RaiseDispute,
  RecordContactAttempt,
  SendLink,
  DeviceRequest,
  DeviceKey,
  PhotoRecords,
  PhotoArrival,
  MendStuck,
}

export const answerSchemas: NamedSchema = {
  ...sharedSchemas,
  Problem: ProblemBody,
  FieldError,
  Token,
  Session,
  PortalLink,
  PortalSession,
  RequestLog,
  RequestLogLine,
  Charges,
  ProductCharges,
  SpendCap,
  Status,
  ApplicantAnswer: ApplicantResponse,
  EventApplicant,
  CreatedAddress: CreateAddressResponse,
  AddressSummary,
  OrderedAddress: PendingAddressRecord,
  Location,
  AddressAnswer: AddressResponse,
  AddressRecord,
  Photos,
  CreatedEmployment: CreateEmploymentResponse,
  OrderedEmployment: PendingEmploymentRecord,
  EmploymentAnswer: EmploymentResponse,
  EmploymentRecord,
  VerificationLine: VerificationListItem,
  VerificationList,
  RaisedDispute,
  Dispute,
  AddressRevision,
  AddressRevisions,
  EmploymentRevision,
  EmploymentRevisions,
  ForcedOutcome: ForceOutcomeResponse,
  MovedClock,
  SentSample,
  NinAnswer: NinResponse,
  PremiumAnswer: PremiumResponse,
  LicenseAnswer: LicenseResponse,
  PendingAnswer: PendingResponse,
  IdentityVerification,
  Registry,
  RegistryList,
  Webhook,
  WebhookHealth,
  CreatedWebhook: CreateWebhookResponse,
  WebhookList,
  WebhookSecret,
  Ping,
  RecoverySpan,
  Attempt,
  AttemptList,
  AddressEvent,
  EmploymentEvent,
  IdentityEvent,
  EndpointEvent,
  ThinEvent: ThinEnvelope,
  PingEvent,
  EventSummary,
  LateAnswer: LateLookupResult,
  LateFailure: FailedLookupResult,
  EventLine: EventListItem,
  EventList,
  EventAnswer: EventResponse,
  Resent: ResendResponse,
  StateList,
  LgaList,
  Work: WorkItem,
  WorkList,
  Assignment: AssignmentResponse,
  Claimed: ClaimResponse,
  EmployerCase,
  ContactAttempt,
  ContactAttempts,
  SentLink,
  SentLinks,
  Filed: FileReportResponse,
  Decision: DecisionResponse,
  Trail,
  TrailEntry,
  TrailBreak,
  Device,
  RecordedPhotos,
  RecordedPhoto,
  PhotoUpload: Upload,
  PhotoList,
  Photo: PhotoSeen,
  Fix,
  StoredPhoto,
  Overview,
  Mended,
  Receipt,
  ReceiptKeys,
  ReceiptKey,
  OpenApi: serviceRoutes.getOpenApi.answers[200],
  Health: serviceRoutes.getHealth.answers[200],
}

/** Better names for inner objects, which would be named after their field. */
export const betterNames: Readonly<Record<string, string>> = {
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

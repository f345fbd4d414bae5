import type { OperatorIdentity } from '../../shared/http/operator.ts'
import type { EndedLookup } from '../../shared/identity/find-lookup.ts'
import { findLga, findState } from '../../shared/location/find-place.ts'
import type { Lga, State } from '../../shared/location/location.ts'
import type { RecordedEvent } from '../../shared/trail/entry.ts'
import type { VisitReportData } from '../../shared/report/address-report.ts'
import type { ReportDocument } from '../../shared/report/document.ts'
import type { EmployerReportData } from '../../shared/report/employment-report.ts'
import { renderReportPage } from '../../shared/report/page.ts'
import type { ReportPhoto } from '../../shared/report/photos.ts'
import type { AddressVerification, EmploymentVerification } from '../../shared/verification/verification.ts'

const ikeja = findLga(findState('Lagos') as State, 'Ikeja') as Lga

/* What reports are made of, as it would be kept of three checks of one person. */

const applicant = {
  id: 7,
  firstname: 'Ngozi',
  middlename: 'Adaeze',
  lastname: 'Adeyemi',
  phone: '08031234567',
  dob: '1990-04-12',
  gender: 'female',
  idNumberLast4: '4821',
}

const ordered = {
  organisationId: 1,
  mode: 'live',
  clientId: 'a-client',
  customerReference: 'loan-2026-0417',
  applicant,
  requestedAt: '2026-11-19T08:05:12.000Z',
  updatedAt: '2026-11-20T15:42:30.000Z',
  price: 4500,
} as const

const entry = (n: number, at: string, what: string, by: string, facts = {}): RecordedEvent => ({
  n,
  at: `2026-11-${at}:00.000Z`,
  what,
  by,
  facts,
  salt: '',
  factsDigest: '',
  digest: '',
})

const trailOf = (...steps: readonly (readonly [at: string, what: string, by: string, facts?: object])[]) =>
  steps.map(([at, what, by, facts], index) => entry(index + 1, at, what, by, facts))

/** A photo of the building, in place of its bytes a word. */
export const photo = (changes: Partial<ReportPhoto> = {}): ReportPhoto => ({
  slot: 'exteriorPhotos.photo1',
  copy: { kind: 'whole', bytes: Buffer.from('photo') },
  width: 1600,
  height: 1200,
  takenAt: '2026-11-20T10:31:02.000Z',
  source: 'viewfinder',
  distanceMetres: 23.4,
  accuracyMetres: 12,
  at: { latitude: 6.602, longitude: 3.3516 },
  ...changes,
})

export const address = (changes: Partial<AddressVerification> = {}): AddressVerification => ({
  ...ordered,
  id: 445566778899,
  product: 'address',
  outcome: 'verified',
  approvedAt: ordered.updatedAt,
  adminComment: 'The neighbour’s word and the photos agree.',
  street: '12 Allen Avenue',
  landmark: 'Opposite the roundabout',
  city: 'Ikeja',
  stateId: ikeja.stateId,
  lgaId: ikeja.id,
  initialLatitude: 6.601838,
  initialLongitude: 3.351486,
  report: {
    submittedAt: '2026-11-20T10:48:00.000Z',
    latitude: 6.602,
    longitude: 3.3515,
    addressType: 'Duplex',
    isVague: false,
    agentComment: 'Green gate, the bell works.',
    neighbor: { firstname: 'Bola', lastname: 'Ade', comment: 'Knows her since 2019.' },
    maritalStatus: 'married',
    verifind: {
      buildingImageDistance: 23,
      deviceLocationDistance: 4,
      isTrackingSessionActive: false,
      selfieImageDistance: null,
      surroundingImageDistance: 31,
      trackingStartedAt: '2026-11-20T09:40:00.000Z',
      trackingEndedAt: '2026-11-20T10:48:00.000Z',
      isVerifind4d: true,
    },
    interiorPhotos: [],
    exteriorPhotos: [],
    extraPhotos: [],
  },
  ...changes,
})

export const visit = (changes: Partial<VisitReportData> = {}): VisitReportData => ({
  verification: address(),
  assignment: { findings: { addressExists: true, hadAccess: true, isThere: true } },
  stated: { latitude: 6.601838, longitude: 3.351486, precision: 'stated' },
  photos: [
    photo(),
    photo({ slot: 'exteriorPhotos.photo2', takenAt: '2026-11-20T10:33:40.000Z', distanceMetres: 18 }),
    photo({ slot: 'interiorPhotos.photo1', takenAt: '2026-11-20T10:40:11.000Z', source: 'file' }),
    photo({ slot: 'extraPhotos.photo1', takenAt: '2026-11-20T10:44:55.000Z', distanceMetres: 31 }),
  ],
  supplied: [],
  trail: trailOf(
    ['19T08:06', 'linkSent', 'service', { purpose: 'applicant', number: 1 }],
    ['19T12:20', 'linkAnswered', 'applicant', { purpose: 'applicant', number: 1 }],
    ['20T09:40', 'claimed', 'agent-1'],
    ...['31', '33', '40', '44'].map(minute => [`20T10:${minute}`, 'captured', 'agent-1'] as const),
    ['20T10:46', 'uploaded', 'agent-1'],
    ['20T10:48', 'reported', 'agent-1'],
    ['20T15:30', 'viewed', 'reviewer-1', { part: 'case' }],
    ['20T15:42', 'decided', 'reviewer-1', { outcome: 'verified' }],
  ),
  disputes: [],
  ...changes,
})

export const employment = (changes: Partial<EmploymentVerification> = {}): EmploymentVerification => ({
  ...ordered,
  id: 445566779911,
  product: 'employment',
  outcome: 'detailsMismatch',
  rejectedAt: ordered.updatedAt,
  employerName: 'Zenith Works Limited',
  employerEmail: 'hr@zenithworks.example',
  employerPhone: '+234 803 123 4567',
  contactPersonName: 'Ibrahim Musa',
  jobTitle: 'Senior Accountant',
  startDate: '2019-02-01',
  endDate: '2024-06-30',
  currentlyEmployed: false,
  canContactPoc: true,
  consentReference: 'consent-88',
  report: {
    submittedAt: '2026-11-20T12:02:00.000Z',
    details: {
      employeeTitle: 'Accountant',
      employeeStartDate: '2019-02-01',
      employeeEndDate: '2023-06-30',
      employeeDepartment: 'Finance',
      employmentType: 'Full-Time',
      rehire: true,
      employerConsented: true,
    },
    employer: { companyAddress: '4 Marina, Lagos', companyCac: 'RC445566', comment: 'A careful worker.' },
    attestator: { name: 'Ibrahim Musa', title: 'HR Manager', email: 'ibrahim@zenithworks.example' },
  },
  ...changes,
})

const attempt = { organisationId: 1, mode: 'live', verificationId: 445566779911, by: 'agent-2' } as const

export const employer = (changes: Partial<EmployerReportData> = {}): EmployerReportData => ({
  verification: employment(),
  assignment: {
    provenance: { claim: 'workedHere', source: 'page', answeredAt: '2026-11-20T12:02:00.000Z' },
  },
  attempts: [
    {
      ...attempt,
      id: 2,
      channel: 'email',
      outcome: 'reached',
      contactFrom: 'register',
      at: '2026-11-20T11:00:00.000Z',
      recordedAt: '2026-11-20T11:00:10.000Z',
    },
    {
      ...attempt,
      id: 1,
      channel: 'phone',
      outcome: 'noAnswer',
      contactFrom: 'order',
      at: '2026-11-19T13:15:00.000Z',
      recordedAt: '2026-11-19T13:16:00.000Z',
      comment: 'Rang out.',
    },
  ],
  trail: trailOf(
    ['19T13:00', 'claimed', 'agent-2'],
    ['19T13:16', 'contactAttempted', 'agent-2'],
    ['20T11:00', 'linkSent', 'agent-2', { purpose: 'attest', number: 1 }],
    ['20T12:02', 'linkAnswered', 'employer', { purpose: 'attest', number: 1 }],
    ['20T12:02', 'reported', 'employer', { link: 1 }],
    ['20T14:10', 'staged', 'reviewer-1', { outcome: 'detailsMismatch' }],
    ['20T15:42', 'decided', 'reviewer-2', { outcome: 'detailsMismatch' }],
  ),
  disputes: [],
  ...changes,
})

export const lookup = (changes: Partial<EndedLookup> = {}): EndedLookup => ({
  organisationId: 1,
  clientId: 'a-client',
  mode: 'live',
  id: 445566780022,
  product: 'nin',
  idNumberDigest: 'digest',
  idNumberLast4: '0001',
  requestedAt: '2026-11-20T09:00:00.000Z',
  completedAt: '2026-11-20T09:00:01.000Z',
  price: 150,
  verdict: {
    matchStatus: 'PARTIAL_MATCH',
    status: 'id_mismatch',
    fieldMatches: { firstname: true, lastname: true, dob: false },
    matchDetails: { firstname: 'case', lastname: 'exact', dob: 'different' },
  },
  ...changes,
})

export const operator: OperatorIdentity = {
  legalName: 'Sure & Sound Checks Limited',
  registrationNumber: 'RC 7654321',
  postalAddress: '9 Broad Street, Lagos Island, Lagos, Nigeria',
  phone: '+234 1 765 4321',
  privacyNotice: 'https://sure.example/privacy',
  logo: 'data:image/png;base64,aWNvbg==',
}

type PageOptions = Partial<Parameters<typeof renderReportPage>[1]>

/** A document as a page. */
export const pageOf = (document: ReportDocument, more: PageOptions = {}): string =>
  renderReportPage(document, {
    style: '',
    origin: 'https://api.example.com',
    madeAt: '2026-11-22T09:41:00.000Z',
    receipt: 'aaa.bbb.ccc',
    operator: null,
    customer: undefined,
    ...more,
  }).content

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** What a page shows, a line for each thing that stands by itself. */
export const linesOf = (page: string): readonly string[] =>
  page
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<svg[\s\S]*?<\/svg>\n?/g, '')
    .replace(/<(dd|td)[^>]*>/g, ' | ')
    .replace(/<\/(p|h1|h2|h3|dd|tr|li|figcaption)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, entity => entities[entity]!)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

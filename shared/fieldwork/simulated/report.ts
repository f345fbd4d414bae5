import type { Product } from '../../verification/contract/product.ts'
import type { Decided } from '../../verification/outcome.ts'
import type { AddressReport, EmploymentReport, Report } from '../../verification/report.ts'
import type {
  AddressVerification,
  EmploymentVerification,
  Verification,
} from '../../verification/verification.ts'
import type { SandboxPhoto } from './photo.ts'

/** When the simulated agent came, and how it is to end. */
interface SimulatedVisit {
  readonly at: string
  readonly outcome: Decided
}

/** Two photos from outside; from inside, only if all was well. */
const photosOf = (outcome: Decided) => ({
  exteriorPhotos: ['exterior-1.png', 'exterior-2.png'] as const,
  interiorPhotos: outcome === 'verified' ? (['interior-1.png'] as const) : [],
  extraPhotos: outcome === 'verified' ? (['extra-1.png'] as const) : [],
})

/** What the simulated agent, or the employer on the telephone, says of each end. */
const findings: Record<Decided, string> = {
  verified: 'Simulated: everything is as the customer says.',
  notInResidence: 'Simulated: the address exists, and nobody there knows the applicant.',
  invalidAddress: 'Simulated: there is no such address.',
  noAccess: 'Simulated: the gate was closed, three times.',
  notAnEmployee: 'Simulated: the employer has never employed the applicant.',
  detailsMismatch: 'Simulated: the employer knows the applicant, but not these details.',
  employerUnreachable: 'Simulated: the employer did not answer three times.',
}

/** About thirty metres off, as a telephone measures it. */
const measured = (degrees: number): number => Math.round((degrees + 0.0003) * 1e6) / 1e6

const addressReport = (
  addressType: string,
  verification: AddressVerification,
  { at, outcome }: SimulatedVisit,
): AddressReport => ({
  submittedAt: at,
  latitude: measured(verification.initialLatitude),
  longitude: measured(verification.initialLongitude),
  addressType,
  isVague: false,
  agentComment: findings[outcome],
  neighbor: {
    comment: outcome === 'verified' ? 'Knows the applicant.' : 'Does not know the applicant.',
    firstname: 'Sandbox',
    lastname: 'Neighbour',
    phone: '08000000000',
  },
  ...(verification.business && {
    business: {
      area: 'Business district',
      isKnown: true,
      isOwnerKnown: true,
      name: verification.business.businessName,
      nameFound: verification.business.businessName,
      ownerVisitsFrequently: true,
      type: verification.business.businessType,
    },
  }),
  maritalStatus: 'single',
  ...photosOf(outcome),
})

const employmentReport = (
  verification: EmploymentVerification,
  { at, outcome }: SimulatedVisit,
): EmploymentReport => ({
  submittedAt: at,
  details: {
    averageHours: '40',
    compensationRate: 'Monthly',
    employeeDepartment: 'Operations',
    employeeStartDate: verification.startDate ?? '2020-01-06',
    ...(verification.endDate && { employeeEndDate: verification.endDate }),
    employeeTitle: verification.jobTitle ?? 'Officer',
    employerConsented: true,
    employmentType: 'Full-Time',
    jobBenefits: 'Health insurance,Pension',
    ...(!verification.currentlyEmployed && { jobLeaveReason: 'Resigned', jobTermination: 'Voluntary' }),
    offence: 'None',
    rehire: true,
    salaryRange: '100000-200000',
    supervisorEmail: 'supervisor@example.com',
    supervisorName: 'Sandbox Supervisor',
    supervisorPhone: '08000000001',
    supervisorTitle: 'Head of Operations',
  },
  employer: {
    comment: findings[outcome],
    companyAddress: '1 Sandbox Street, Ikeja, Lagos',
    companyCac: 'RC000000',
    companySize: '51-200',
    industry: 'Services',
  },
  attestator: {
    email: 'hr@example.com',
    name: 'Sandbox Attestator',
    phone: '08000000002',
    title: 'Human Resources Manager',
  },
  maritalStatus: 'single',
})

/** How a product is simulated: every field of the report filled, all of it made up. */
interface Simulation<Ordered extends Verification = Verification> {
  report(verification: Ordered, visit: SimulatedVisit): Report
  photos(outcome: Decided): readonly SandboxPhoto[]
}

const visitTo = (addressType: string): Simulation<AddressVerification> => ({
  report: (verification, visit) => addressReport(addressType, verification, visit),
  photos: outcome => Object.values(photosOf(outcome)).flat(),
})

const callToEmployer: Simulation<EmploymentVerification> = { report: employmentReport, photos: () => [] }

export const simulationOf: Readonly<Record<Product, Simulation>> = {
  address: visitTo('Residential'),
  'business-address': visitTo('Commercial'),
  employment: callToEmployer,
}

import type { Decided } from '../../verification/outcome.ts'
import type { AddressReport, EmploymentReport, Report } from '../../verification/report.ts'
import type {
  AddressVerification,
  EmploymentVerification,
  Verification,
} from '../../verification/verification.ts'

/** The photos of a simulated visit; inside, only if all was well. */
export const sandboxPhotos = ['exterior-1.png', 'exterior-2.png', 'interior-1.png', 'extra-1.png'] as const
const photosOutside = 2

/** The photos that a simulated visit with this end takes. */
export const photosOf = ({ product }: Verification, outcome: Decided): readonly string[] => {
  if (product === 'employment') return []
  return outcome === 'verified' ? sandboxPhotos : sandboxPhotos.slice(0, photosOutside)
}

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

const addressReport = (verification: AddressVerification, at: string, outcome: Decided): AddressReport => ({
  submittedAt: at,
  latitude: measured(verification.initialLatitude),
  longitude: measured(verification.initialLongitude),
  addressType: verification.product === 'address' ? 'Residential' : 'Commercial',
  isVague: false,
  agentComment: findings[outcome],
  neighbor: {
    comment: outcome === 'verified' ? 'Knows the applicant.' : 'Does not know the applicant.',
    firstname: 'Specimen',
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
  exteriorPhotos: photosOf(verification, outcome).slice(0, photosOutside),
  interiorPhotos: photosOf(verification, outcome).slice(photosOutside, 3),
  extraPhotos: photosOf(verification, outcome).slice(3),
})

const employmentReport = (
  verification: EmploymentVerification,
  at: string,
  outcome: Decided,
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
    supervisorName: 'Specimen Supervisor',
    supervisorPhone: '08000000001',
    supervisorTitle: 'Head of Operations',
  },
  employer: {
    comment: findings[outcome],
    companyAddress: '1 Specimen Street, Ikeja, Lagos',
    companyCac: 'RC000000',
    companySize: '51-200',
    industry: 'Services',
  },
  attestator: {
    email: 'hr@example.com',
    name: 'Specimen Attestator',
    phone: '08000000002',
    title: 'Human Resources Manager',
  },
  maritalStatus: 'single',
})

/** What the simulated agent reports: every field filled, all of it made up. */
export const sandboxReport = (verification: Verification, at: string, outcome: Decided): Report =>
  verification.product === 'employment'
    ? employmentReport(verification, at, outcome)
    : addressReport(verification, at, outcome)

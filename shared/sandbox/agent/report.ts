import { type PhotoKind, photosByKind } from '../../work/assignment/visit-report.ts'
import { photoFile } from '../../evidence/photo.ts'
import { type PlaceholderSlot, placeholderDigest } from '../../evidence/placeholder.ts'
import { type DecidedOutcome, decidedOutcomes } from '../../verification/contract/outcome.ts'
import type { Product } from '../../verification/contract/product.ts'
import type { AddressReport, EmploymentReport, Report } from '../../verification/report.ts'
import type { OmittedPart } from '../../verification/scenario.ts'
import type {
  AddressVerification,
  EmploymentVerification,
  Verification,
} from '../../verification/verification.ts'

interface ReportOptions {
  readonly outcome: DecidedOutcome
  readonly lacks?: OmittedPart | undefined
}

interface SimulatedVisit extends ReportOptions {
  readonly at: string
}

const slotsFor = ({ outcome, lacks }: ReportOptions): readonly PlaceholderSlot[] => {
  if (lacks === 'photos' || lacks === 'everything-optional') return []
  const outside: readonly PlaceholderSlot[] = ['exteriorPhotos.photo1', 'exteriorPhotos.photo2']
  return outcome === 'verified' ? [...outside, 'interiorPhotos.photo1', 'extraPhotos.photo1'] : outside
}

const filesOf = (wanted: ReportOptions): Pick<AddressReport, PhotoKind> =>
  photosByKind(
    slotsFor(wanted).map(slot => ({ slot, file: photoFile({ slot, sha256: placeholderDigest(slot) }) })),
  )

/** Thirty metres off. */
const measured = (degrees: number): number => Math.round((degrees + 0.0003) * 1e6) / 1e6

export const simulatedPositionOf = ({ initialLatitude, initialLongitude }: AddressVerification) => ({
  latitude: measured(initialLatitude),
  longitude: measured(initialLongitude),
})

const bareAddressReport = (verification: AddressVerification, visit: SimulatedVisit): AddressReport => ({
  submittedAt: visit.at,
  ...simulatedPositionOf(verification),
  addressType: '',
  isVague: false,
  ...filesOf(visit),
})

const neighbourFor = (outcome: DecidedOutcome) => ({
  comment: outcome === 'verified' ? 'Knows the applicant.' : 'Does not know the applicant.',
  firstname: 'Sandbox',
  lastname: 'Neighbour',
  phone: '08000000000',
})

const fullAddressReport = (
  addressType: string,
  verification: AddressVerification,
  visit: SimulatedVisit,
): AddressReport => ({
  ...bareAddressReport(verification, visit),
  addressType,
  agentComment: decidedOutcomes[visit.outcome].simulated,
  ...(visit.lacks !== 'bystanders' && { neighbor: neighbourFor(visit.outcome) }),
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
})

const attestator: EmploymentReport['attestator'] = {
  email: 'hr@example.com',
  name: 'Sandbox Attestator',
  phone: '+2348000000002',
  title: 'Human Resources Manager',
}

const fullEmploymentReport = (
  verification: EmploymentVerification,
  { at, outcome, lacks }: SimulatedVisit,
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
    supervisorPhone: '+2348000000001',
    supervisorTitle: 'Head of Operations',
  },
  employer: {
    comment: decidedOutcomes[outcome].simulated,
    companyAddress: '1 Sandbox Street, Ikeja, Lagos',
    companyCac: 'RC000000',
    companySize: '51-200',
    industry: 'Services',
  },
  attestator: lacks === 'bystanders' ? {} : attestator,
  maritalStatus: 'single',
})

/** Fills every field of a report, unless it is to omit some. */
interface ProductSimulation<Ordered extends Verification = Verification> {
  report(verification: Ordered, visit: SimulatedVisit): Report
  slots(wanted: ReportOptions): readonly PlaceholderSlot[]
}

const visitTo = (addressType: string): ProductSimulation<AddressVerification> => ({
  report: (verification, visit) =>
    visit.lacks === 'everything-optional'
      ? bareAddressReport(verification, visit)
      : fullAddressReport(addressType, verification, visit),
  slots: slotsFor,
})

const callToEmployer: ProductSimulation<EmploymentVerification> = {
  report: (verification, visit) =>
    visit.lacks === 'everything-optional'
      ? { submittedAt: visit.at, details: {}, employer: {}, attestator: {} }
      : fullEmploymentReport(verification, visit),
  slots: () => [],
}

export const simulationOf: Readonly<Record<Product, ProductSimulation>> = {
  address: visitTo('Residential'),
  'address-pro': visitTo('Residential'),
  'business-address': visitTo('Commercial'),
  employment: callToEmployer,
}

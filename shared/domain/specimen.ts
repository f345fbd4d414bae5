import type { AddressReport, EmploymentReport, Report } from './report.ts'
import type { AddressVerification, EmploymentVerification, Verification } from './verification.ts'

/** The photos of a simulated visit. */
export const specimenPhotos = ['exterior-1.png', 'exterior-2.png', 'interior-1.png', 'extra-1.png'] as const

/** About thirty metres off, as a telephone measures it. */
const measured = (degrees: number): number => Math.round((degrees + 0.0003) * 1e6) / 1e6

const addressReport = (verification: AddressVerification, at: string): AddressReport => ({
  submittedAt: at,
  latitude: measured(verification.initialLatitude),
  longitude: measured(verification.initialLongitude),
  addressType: verification.product === 'address' ? 'Residential' : 'Commercial',
  isVague: false,
  agentComment: 'Simulated visit: the address exists and the applicant is known there.',
  neighbor: {
    comment: 'Knows the applicant.',
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
  exteriorPhotos: specimenPhotos.slice(0, 2),
  interiorPhotos: specimenPhotos.slice(2, 3),
  extraPhotos: specimenPhotos.slice(3),
})

const employmentReport = (verification: EmploymentVerification, at: string): EmploymentReport => ({
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
    comment: 'Simulated call: the employer confirmed the employment.',
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
export const specimenReport = (verification: Verification, at: string): Report =>
  verification.product === 'employment' ? employmentReport(verification, at) : addressReport(verification, at)

import type { Envelope } from '../../../shared/event/contract.ts'

type About<Noun extends Envelope['event']> = Extract<Envelope, { event: Noun }>

const at = '2026-11-20T12:00:00.000Z'
const status = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' } as const
const photos = (kind: string) => ({ photo1: `https://media.example/v1/file/${kind}` })

const applicant = {
  firstname: 'Ngozi Ada',
  middlename: '',
  lastname: "O'Neil-Adéyemi",
  gender: 'female',
  phone: '08031234567',
  dob: '1990-04-12',
  maritalStatus: 'single',
  email: 'ngozi@mail.example',
  photo: 'https://media.example/v1/file/ngozi',
}

const order = {
  organisationId: 1,
  requestedAt: at,
  updatedAt: at,
  requestSource: 'api',
  archived: false,
  customerReference: 'order-1',
  paymentMethodCode: 'standard',
  price: 2500,
  status,
} as const

const noBusiness = {
  ...{ area: null, businessName: null, businessType: null, canContactPoc: null, id: null, isKnown: null },
  ...{
    isOwnerKnown: null,
    name: null,
    nameFound: null,
    ownerVisitsFrequently: null,
    rcNumber: null,
    type: null,
  },
}

/** A street address; every field that can hold something does. */
export const address: About<'address'> = {
  event: 'address',
  event_type: 'verification_completed',
  data: {
    id: 7,
    summary: null,
    customerReference: 'order-1',
    address: {
      id: 7,
      userId: 8,
      identityVerificationId: 9,
      apiReference: 'api-1',
      approvedAt: at,
      rejectedAt: null,
      agentSubmittedAt: at,
      applicationId: 7,
      countryName: 'Nigeria',
      isLive: true,
      neighbor: { comment: 'Knows her', firstname: 'Uche', lastname: 'Obi', phone: '08035550000' },
      addressBasic: { addressType: 'Residential' },
      business: noBusiness,
      applicant,
      agentComment: 'Ngozi was at home',
      adminComment: 'Fine',
      verifindData: {
        buildingImageDistance: 1,
        deviceLocationDistance: 2,
        isTrackingSessionActive: true,
        selfieImageDistance: 3,
        surroundingImageDistance: 4,
        trackingEndedAt: at,
        trackingStartedAt: at,
        isVerifind4d: false,
      },
      interiorPhotos: photos('in'),
      exteriorPhotos: photos('out'),
      extraPhotos: {},
      ...order,
      verificationTypeCode: 'address',
      stateId: 24,
      lgaId: 500,
      stateName: 'Lagos',
      lgaName: 'Ikeja',
      location: {
        city: 'Ikeja GRA',
        landmark: 'Opposite the roundabout',
        street: '12 Allen Avenue',
        stateName: 'Lagos',
        lgaName: 'Ikeja',
        initialLatitude: 6.5,
        initialLongitude: 3.3,
        latitude: 6.6,
        longitude: 3.4,
        locationUrl: 'https://maps.example/?query=6.6,3.4',
      },
      isVague: false,
    },
  },
}

/** A business address: the same with what was found of the business. */
export const businessAddress: About<'address'> = {
  ...address,
  data: {
    ...address.data,
    address: {
      ...address.data.address,
      business: {
        area: 'Behind the bank',
        businessName: 'Adeyemi Foods Limited',
        businessType: 'Formal',
        canContactPoc: true,
        id: 7,
        isKnown: true,
        isOwnerKnown: false,
        name: 'Adeyemi Foods',
        nameFound: 'Adeyemi Foods Ltd',
        ownerVisitsFrequently: true,
        rcNumber: 'RC123456',
        type: 'Restaurant',
      },
    },
  },
}

export const employment: About<'employment'> = {
  event: 'employment',
  event_type: 'verification_completed',
  data: {
    id: 7,
    summary: null,
    customerReference: 'order-3',
    employment: {
      id: 7,
      verificationTypeCode: 'employment',
      isAsset: false,
      consentReference: 'consent-1',
      canContactPoc: true,
      isVague: false,
      ...order,
      userId: 8,
      approvedAt: at,
      rejectedAt: null,
      identityVerificationId: 9,
      apiReference: 'api-1',
      bundleCode: 'bundle-1',
      stateId: 24,
      lgaId: 500,
      applicationId: 7,
      latitude: 6.5,
      longitude: 3.3,
      isLive: true,
      criminalRecord: {
        offence: 'None',
        policeReport: 'None',
        policeReportNumber: 'PR000123',
        policeStationAddress: '1 Station Road',
      },
      employmentDetails: {
        currentlyEmployed: false,
        startDate: at,
        endDate: at,
        jobTitle: 'Accountant',
        averageHours: '40',
        compensationRate: 'Monthly',
        employeeDepartment: 'Finance',
        employeeStartDate: at,
        employeeEndDate: at,
        employeeTitle: 'Accountant',
        employerConsented: true,
        employmentType: 'Full-Time',
        jobBenefits: 'Pension',
        jobLeaveReason: 'Resigned',
        jobTermination: 'Voluntary',
        offence: 'None',
        rehire: true,
        salaryRange: '100000-200000',
        supervisorEmail: 'boss@zenith.example',
        supervisorName: 'Ibrahim  Musa',
        supervisorPhone: '+234 803 000 1111',
        supervisorTitle: 'Head of Finance',
      },
      employerDetails: {
        contactPersonName: 'Bola Ojo',
        email: 'hr@zenith.example',
        name: 'Zenith Works Limited',
        phone: '12345',
        comment: 'Ngozi left',
        companyAddress: '1 Zenith Street',
        companyCac: 'RC000123',
        companySize: '51-200',
        industry: 'Services',
      },
      attestator: { email: 'im@zenith.example', name: 'Ife Martins', phone: '08030000000', title: 'HR' },
      applicant,
    },
  },
}

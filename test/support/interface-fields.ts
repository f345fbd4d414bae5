/*
 * The interface's tables of fields, written down once more by hand: what the schemas promise is compared with what
 * integrators were told. A `?` marks a value that may be null.
 */

export type FieldType = 'integer' | 'number' | 'string' | 'boolean' | 'timestamp' | 'date' | 'object'
export type Fields = { readonly [name: string]: FieldType | `${FieldType}?` | Fields }

const status: Fields = { status: 'string', subStatus: 'string', state: 'string' }

/** §2.1 */
export const applicantFields: Fields = {
  id: 'integer',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  firstname: 'string',
  middlename: 'string',
  lastname: 'string',
  gender: 'string',
  phone: 'string',
  dob: 'date',
}

const eventApplicant: Fields = {
  firstname: 'string',
  middlename: 'string',
  lastname: 'string',
  gender: 'string',
  maritalStatus: 'string?',
  phone: 'string',
  email: 'string?',
  dob: 'date',
  photo: 'string?',
}

const location: Fields = {
  city: 'string',
  landmark: 'string',
  street: 'string',
  stateName: 'string',
  lgaName: 'string',
  initialLatitude: 'number',
  initialLongitude: 'number',
  latitude: 'number',
  longitude: 'number',
  locationUrl: 'string',
}

const orderedAddress: Fields = {
  verificationTypeCode: 'string',
  organisationId: 'integer',
  requestedAt: 'timestamp',
  updatedAt: 'timestamp',
  requestSource: 'string',
  archived: 'boolean',
  stateId: 'integer',
  lgaId: 'integer',
  stateName: 'string',
  lgaName: 'string',
  location,
  isVague: 'boolean',
  customerReference: 'string',
  paymentMethodCode: 'string',
  price: 'number',
  status,
}

const orderedBusiness: Fields = {
  businessName: 'string',
  businessType: 'string',
  canContactPoc: 'boolean',
  rcNumber: 'string',
}

/** §2.3 */
export const createdAddressFields: Fields = {
  id: 'integer',
  customerReference: 'string',
  applicant: applicantFields,
  summary: { address_check: 'string' },
  status,
  address: orderedAddress,
  duplicateRequest: 'boolean',
}

export const createdBusinessAddressFields: Fields = {
  ...createdAddressFields,
  address: { ...orderedAddress, business: orderedBusiness },
}

/** §2.4 with the envelope of §6 */
export const addressEventFields: Fields = {
  event: 'string',
  event_type: 'string',
  data: {
    id: 'integer',
    summary: 'object?',
    customerReference: 'string',
    address: {
      ...orderedAddress,
      id: 'integer',
      userId: 'integer?',
      identityVerificationId: 'integer?',
      apiReference: 'string?',
      approvedAt: 'timestamp?',
      rejectedAt: 'timestamp?',
      agentSubmittedAt: 'timestamp?',
      applicationId: 'integer',
      countryName: 'string',
      isLive: 'boolean',
      neighbor: { comment: 'string?', firstname: 'string?', lastname: 'string?', phone: 'string?' },
      addressBasic: { addressType: 'string' },
      business: {
        area: 'string?',
        businessName: 'string?',
        businessType: 'string?',
        canContactPoc: 'boolean?',
        id: 'integer?',
        isKnown: 'boolean?',
        isOwnerKnown: 'boolean?',
        name: 'string?',
        nameFound: 'string?',
        ownerVisitsFrequently: 'boolean?',
        rcNumber: 'string?',
        type: 'string?',
      },
      applicant: eventApplicant,
      agentComment: 'string?',
      adminComment: 'string?',
      verifindData: {
        buildingImageDistance: 'number?',
        deviceLocationDistance: 'number?',
        isTrackingSessionActive: 'boolean?',
        selfieImageDistance: 'number?',
        surroundingImageDistance: 'number?',
        trackingEndedAt: 'timestamp?',
        trackingStartedAt: 'timestamp?',
        isVerifind4d: 'boolean',
      },
      interiorPhotos: {},
      exteriorPhotos: {},
      extraPhotos: {},
    },
  },
}

const orderedEmployment: Fields = {
  id: 'integer',
  verificationTypeCode: 'string',
  isAsset: 'boolean',
  organisationId: 'integer',
  requestedAt: 'timestamp',
  updatedAt: 'timestamp',
  consentReference: 'string',
  requestSource: 'string',
  archived: 'boolean',
  canContactPoc: 'boolean',
  isVague: 'boolean',
  customerReference: 'string',
  paymentMethodCode: 'string',
  employmentDetails: {
    currentlyEmployed: 'boolean',
    startDate: 'timestamp',
    endDate: 'timestamp',
    jobTitle: 'string',
  },
  employerDetails: { contactPersonName: 'string', email: 'string', name: 'string', phone: 'string' },
  price: 'number',
  status,
}

/** §2.5 */
export const createdEmploymentFields: Fields = {
  id: 'integer',
  customerReference: 'string',
  applicant: applicantFields,
  status,
  employment: orderedEmployment,
}

/** §2.6 with the envelope of §6 */
export const employmentEventFields: Fields = {
  event: 'string',
  event_type: 'string',
  data: {
    id: 'integer',
    summary: 'object?',
    customerReference: 'string',
    employment: {
      ...orderedEmployment,
      userId: 'integer?',
      approvedAt: 'timestamp?',
      identityVerificationId: 'integer?',
      apiReference: 'string?',
      bundleCode: 'string?',
      stateId: 'integer?',
      lgaId: 'integer?',
      applicationId: 'integer?',
      latitude: 'number?',
      longitude: 'number?',
      isLive: 'boolean?',
      criminalRecord: {
        offence: 'string?',
        policeReport: 'string?',
        policeReportNumber: 'string?',
        policeStationAddress: 'string?',
      },
      employmentDetails: {
        ...(orderedEmployment.employmentDetails as Fields),
        averageHours: 'string?',
        compensationRate: 'string?',
        employeeDepartment: 'string?',
        employeeStartDate: 'timestamp?',
        employeeEndDate: 'timestamp?',
        employeeTitle: 'string?',
        employerConsented: 'boolean?',
        employmentType: 'string?',
        jobBenefits: 'string?',
        jobLeaveReason: 'string?',
        jobTermination: 'string?',
        offence: 'string?',
        rehire: 'boolean?',
        salaryRange: 'string?',
        supervisorEmail: 'string?',
        supervisorName: 'string?',
        supervisorPhone: 'string?',
        supervisorTitle: 'string?',
      },
      employerDetails: {
        ...(orderedEmployment.employerDetails as Fields),
        comment: 'string?',
        companyAddress: 'string?',
        companyCac: 'string?',
        companySize: 'string?',
        industry: 'string?',
      },
      attestator: { email: 'string?', name: 'string?', phone: 'string?', title: 'string?' },
      applicant: eventApplicant,
    },
  },
}

const isOfType: Record<FieldType, (value: unknown) => boolean> = {
  integer: value => Number.isSafeInteger(value),
  number: value => typeof value === 'number',
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  timestamp: value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  object: value => typeof value === 'object' && value !== null,
}

/** Every field that is absent or of another type than the interface says, by its path. */
export const deviations = (value: unknown, fields: Fields, path = ''): string[] =>
  Object.entries(fields).flatMap(([name, type]) => {
    const field = (value as Record<string, unknown> | null)?.[name]
    const at = `${path}/${name}`
    if (field === undefined) return [`${at} is absent`]
    if (typeof type !== 'string') return deviations(field, type, at)
    const isNullable = type.endsWith('?')
    if (field === null) return isNullable ? [] : [`${at} is null`]
    const base = type.replace('?', '') as FieldType
    return isOfType[base](field) ? [] : [`${at} is no ${base}`]
  })

/*
 * The interface's tables of fields, written down once more by hand: what the schemas promise is compared with what
 * integrators were told. A `?` marks a value that may be null, brackets a field that may be absent. What the service
 * answers beyond the interface is marked as ours.
 */

export type FieldType = 'integer' | 'number' | 'string' | 'boolean' | 'timestamp' | 'date' | 'object'
export interface Fields {
  readonly [name: string]: FieldType | `${FieldType}?` | `[${FieldType}]` | Fields
}

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
  maritalStatus: 'string?',
  email: 'string?',
  photo: 'string?',
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

const photos: Fields = { photo1: '[string]', photo2: '[string]', photo3: '[string]' }

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
      interiorPhotos: photos,
      exteriorPhotos: photos,
      extraPhotos: photos,
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
  /** Ours: as addresses have it. */
  duplicateRequest: 'boolean',
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
      /** Ours: as addresses have it. */
      rejectedAt: 'timestamp?',
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

const compared = (value: FieldType): Fields => ({ firstname: value, lastname: value })
/** `matchDetails` is ours: how each field agreed. */
const check: Fields = {
  status: 'string',
  fieldMatches: compared('boolean'),
  matchDetails: compared('string'),
}
const verdict: Fields = { state: 'string', status: 'string' }

const lateEvent = (identity: Fields): Fields => ({
  event: 'string',
  event_type: 'string',
  data: { id: 'integer', summary: 'object?', customerReference: 'string', identity },
})

const texts = (...names: string[]): Fields => Object.fromEntries(names.map(name => [name, 'string'] as const))

/** §2.7 */
const nin = lateEvent({
  id: 'integer',
  applicant: texts('firstname', 'lastname'),
  summary: { nin_check: check },
  status: verdict,
  nin: {
    ...texts(
      'nin',
      'firstname',
      'lastname',
      'middlename',
      'phone',
      'gender',
      'birthdate',
      'photo',
      'address',
    ),
    // Beyond the interface: clients of the incumbent read it.
    residence: texts('address1', 'lga', 'state'),
  },
})

/** §2.8, and what it does not show: the verdict. */
const premium = lateEvent({
  id: 'integer',
  ...texts(
    'title',
    'nin',
    'firstname',
    'lastname',
    'middlename',
    'phone',
    'email',
    'gender',
    'height',
    'profession',
    'maritalStatus',
    'employmentStatus',
    'birthdate',
    'birthState',
    'birthCountry',
    'religion',
    'nationality',
    'photo',
    'nspokenlang',
    'ospokenlang',
    'parentLastname',
    'lgaOfOrigin',
    'stateOfOrigin',
  ),
  residence: texts('address1', 'lga', 'state'),
  nextOfKin: texts('firstname', 'lastname', 'address1', 'address2', 'lga', 'state', 'town'),
  summary: { nin_check: check },
  status: verdict,
})

/** §2.9 */
const license = lateEvent({
  id: 'integer',
  applicant: texts('firstname', 'lastname'),
  summary: { drivers_license_check: check },
  status: verdict,
  drivers_license: texts(
    'driversLicense',
    'firstname',
    'lastname',
    'birthdate',
    'photo',
    'issued_date',
    'expiry_date',
    'state_of_issue',
    'gender',
    'message',
  ),
})

/** What the event of a late look-up carries, by product, when a claim names first and last name alone. */
export const identityEventFields: Readonly<Record<string, Fields>> = {
  nin,
  'nin-premium': premium,
  'driver-license': license,
  'alien-card': nin,
  passport: nin,
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

const deviationOf = (field: unknown, type: string): string | undefined => {
  const base = type.replace(/[?[\]]/g, '') as FieldType
  if (field === undefined) return type.startsWith('[') ? undefined : 'is absent'
  if (field === null) return type.endsWith('?') ? undefined : 'is null'
  return isOfType[base](field) ? undefined : `is no ${base}`
}

const declared = (value: object, fields: Fields, path: string): string[] =>
  Object.entries(fields).flatMap(([name, type]) => {
    const field = (value as Record<string, unknown>)[name]
    if (typeof type !== 'string') return deviations(field, type, `${path}/${name}`)
    const deviation = deviationOf(field, type)
    return deviation ? [`${path}/${name} ${deviation}`] : []
  })

/** Every field that is absent, of another type than the interface says, or not in it at all, by its path. */
export const deviations = (value: unknown, fields: Fields, path = ''): string[] => {
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === undefined ? 'is absent' : 'is no object'}`]
  const undeclared = Object.keys(value).filter(name => !(name in fields))
  return [...declared(value, fields, path), ...undeclared.map(name => `${path}/${name} is not declared`)]
}

import { Consent } from '../consent/contract.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { precisionText } from '../location/reference.ts'
import {
  CreateAddress,
  CreateAddressResponse,
  CreateBusinessAddress,
  Location,
  PendingAddressRecord,
} from './contract/address.ts'
import { AddressRecord, AddressResponse, Photos } from './contract/address-record.ts'
import { addressRecordRoutes } from './contract/address-record-routes.ts'
import { addressesRoutes } from './contract/address-routes.ts'
import {
  AddressApplicant,
  ApplicantResponse,
  EventApplicant,
  ListedIdApplicant,
} from './contract/applicant.ts'
import { describedAddressRoutes } from './contract/described-address-routes.ts'
import { contradictionReasons, decisionFlags } from './contract/contradiction.ts'
import { strongVisitFlags, visitFlags } from './contract/visit-flag.ts'
import {
  CreateEmployment,
  CreateEmploymentResponse,
  EmploymentRecord,
  EmploymentResponse,
  PendingEmploymentRecord,
} from './contract/employment.ts'
import { employmentsRoutes } from './contract/employment-routes.ts'
import { RecordDispute } from './contract/dispute.ts'
import { VerificationList, VerificationListItem } from './contract/list.ts'
import { AddressExtraData, CreateProAddress } from './contract/property.ts'
import { ForceOutcome, ForceOutcomeResponse } from './contract/sandbox-routes.ts'
import { AgainstFinding, RecordFlag, Status } from './contract/status.ts'
import { scenariosDescription } from './scenario.ts'

const whileOpen = 'Null until the verification is complete, and where nobody found it out.'
const notAsked = 'Null where the visit did not find it out.'
const notStated = 'Null where the employer did not say.'
const againstFindingText = [
  'Why the reviewer decided against what was found. Absent unless they did.',
] as const
const recordFlagsText = [
  'What the decision and the evidence of its visit have to be asked about: the strong flags, one a fact. Absent if nothing; weak ones are for reviewers.',
] as const
const recordDisputeText = [
  'The latest dispute about the decision. Absent if nobody objected. Events are without it.',
] as const
const reserved = 'Reserved for a later use; always null.'
const alwaysNull = 'Always null.'

export const idText = ['The id of the verification. Read the record with it.', 890123456789012] as const
const referenceText = ['Your own reference, as you sent it with the order.', 'customer-1042'] as const
export const statusText = ['Where the verification stands, and how it ended.'] as const

const terms = {
  customerReference: [
    'Your own reference of this order, such as the id of your case. It is in every response and event.',
    'customer-1042',
  ],
  allowRevisit: [
    'True orders a new visit, or a new question to the employer, even if an equal order was accepted within 30 days. Otherwise the earlier verification is returned, with `duplicateRequest: true`.',
    false,
  ],
  applicantLink: [
    'True sends the applicant a link to a page: who asks and why, their consent, a time that suits. It needs a mobile `phone` or an `email`. In test mode nothing leaves the service.',
    true,
  ],
  consent: [
    'The lawful basis of this order: which notice the applicant saw, and what they agreed to. A stage may require it for some products.',
  ],
} as const

const street = {
  ...terms,
  street: ['House number and street.', '12 Allen Avenue'],
  lgaName: [
    'The local government area, by its name in `GET /v1/locations/states/{stateId}/lgas`. Other spellings that lists use are understood, with and without "LGA".',
    'Ikeja',
  ],
  stateName: [
    'The state of Nigeria, by its name in `GET /v1/locations/states`, with and without "State".',
    'Lagos',
  ],
  landmark: ['What is nearby and easy to find. It helps the agent.', 'Opposite the roundabout'],
  city: ['The town or city.', 'Ikeja'],
} as const

const applicantText = ['The person who is verified.'] as const

const coordinates = {
  latitude: [
    'Where the address is, in degrees (WGS 84), if you know it; in Nigeria. Without it distances are not measured. Send it with `longitude`.',
    6.6018,
  ],
  longitude: ['Where the address is, in degrees (WGS 84), if you know it. Send it with `latitude`.', 3.3515],
} as const

const person = {
  firstname: ['The first name.', 'Ngozi'],
  middlename: ['The middle name or names.', 'Ada'],
  lastname: ['The last name.', 'Adeyemi'],
  phone: ['The telephone number. Agents call it, and links are sent to it.', '+2348031234567'],
  dob: ['The date of birth. It is not in the future.', '1990-04-12'],
  gender: ['The gender.', 'female'],
  email: [
    'The email address. Links are sent to it if the telephone number is not a mobile one.',
    'ngozi@example.com',
  ],
  idNumber: [
    'The number of an identity document. Only a keyed digest and the last four characters are stored.',
    '63184876213',
  ],
} as const

const shownPerson = {
  firstname: ['The first name, as you sent it.', 'Ngozi'],
  middlename: ['The middle name, as you sent it. Empty if you sent none.', 'Ada'],
  lastname: ['The last name, as you sent it.', 'Adeyemi'],
  gender: ['The gender, as you sent it. Empty if you sent none.', 'female'],
  phone: ['The telephone number, as you sent it.', '+2348031234567'],
  dob: ['The date of birth as YYYY-MM-DD, as you sent it. Empty if you sent none.', '1990-04-12'],
  maritalStatus: ['The marital status that the agent noted.', 'single', whileOpen],
  email: ['The email address, as you sent it.', 'ngozi@example.com', 'Null if you sent none.'],
  photo: ['A photo of the applicant.', null, alwaysNull],
} as const

const common = {
  organisationId: ['The id of your organisation.', 1],
  requestedAt: ['When the order was accepted.', '2026-11-20T09:30:00.000Z'],
  updatedAt: ['When the record last changed.', '2026-11-20T09:31:00.000Z'],
  requestSource: ['How it was ordered.', 'api'],
  archived: ['Always false.', false],
  isVague: [
    'Whether the address alone did not lead the agent there. False until the visit, and for an employment.',
    false,
  ],
  customerReference: referenceText,
  paymentMethodCode: ['Always `standard`.', 'standard'],
  price: ['What was charged, in naira. 0 until there is a verdict, and for what is never charged.', 2500],
  status: statusText,
} as const

const ordered = {
  ...common,
  verificationTypeCode: ['The type of verification.', 'address'],
  stateId: ['The id of the state.', 24],
  lgaId: ['The id of the local government area.', 2411],
  stateName: ['The state, as the list of states spells it.', 'Lagos'],
  lgaName: ['The local government area, as the list spells it.', 'Ikeja'],
  location: ['The address, and where it is.'],
} as const

const businessOrder = {
  canContactPoc: ['Whether the agent may contact somebody at the business.', true],
  rcNumber: ['The registration number of the business (RC number).', 'RC123456'],
  businessType: ['Whether the business is registered (`Formal`) or not (`Informal`).', 'Formal'],
  businessName: ['The name of the business.', 'Adeyemi Stores'],
} as const

const base = {
  id: idText,
  customerReference: referenceText,
  applicant: applicantText,
  status: statusText,
} as const
const summaryText = [
  'The result in one field.',
  { address_check: ['The same as `status.status`.', 'IN_PROGRESS'] },
] as const
const duplicateText = [
  'True if an equal order was accepted within 30 days: this is the earlier verification, and nothing new is charged.',
  false,
] as const

const employerOrder = {
  contactPersonName: ['The person to ask at the employer. Empty if you sent none.', 'Bola Ade'],
  email: ['The email address of the employer.', 'hr@example.com'],
  name: ['The name of the employer.', 'Example Limited'],
  phone: ['The telephone number of the employer.', '+2348035550177'],
} as const

const jobOrder = {
  currentlyEmployed: [
    'Whether the applicant works there now. If you sent nothing: true unless you sent `endDate`.',
    true,
  ],
  startDate: ['The first day, as you sent it.', '2019-01-28T00:00:00.000Z', 'Null if you sent none.'],
  endDate: ['The last day, as you sent it.', '2024-06-26T00:00:00.000Z', 'Null if you sent none.'],
  jobTitle: ['The job title, as you sent it. Empty if you sent none.', 'Accountant'],
} as const

const employmentOrder = {
  ...common,
  id: idText,
  verificationTypeCode: ['The type of verification.', 'employment'],
  isAsset: ['Always false.', false],
  consentReference: [
    'Your reference of the applicant’s consent, as you sent it. Empty if you sent none.',
    'consent-88',
  ],
  canContactPoc: ['Whether the contact person may be asked.', true],
} as const

const photoText = 'Links to photos, by `photo1` to `photo3`. Empty if there are none.'

export const verificationSchemaTexts: readonly SchemaText[] = [
  describeSchema(
    Consent,
    'The lawful basis of an order or look-up. It is stored, and is in no response or event.',
    {
      noticeVersion: ['Which version of your notice the person was shown.', '2026-03'],
      purpose: ['What they agreed to, in the words that they were shown.', 'Opening an account'],
      language: ['The language of the notice (BCP 47).', 'en'],
      givenAt: ['When they agreed. Not in the future.', '2026-11-20T09:00:00.000Z'],
      method: ['How they agreed.', 'app'],
    },
  ),
  describeSchema(Status, 'Where a verification stands. Decide by `subStatus` once `state` is `COMPLETE`.', {
    status: ['The result in one word. `VERIFIED` alone confirms what was claimed.', 'VERIFIED'],
    subStatus: ['The result with its reason. The guide “Reading a verdict” lists all.', 'VERIFIED'],
    state: ['`COMPLETE` means finished, not confirmed.', 'COMPLETE'],
  }),
  describeSchema(AddressApplicant, 'The person whose address is verified.', {
    ...person,
    idType: ['The kind of the identity document, in your words.', 'nin'],
  }),
  describeSchema(ListedIdApplicant, 'The person who is verified.', {
    ...person,
    idType: ['The kind of the identity document.', 'nin'],
  }),
  describeSchema(ApplicantResponse, 'The person, as you sent it.', {
    id: ['The id of the applicant in this verification.', 890123456789013],
    createdAt: ['When the order was accepted.', '2026-11-20T09:30:00.000Z'],
    updatedAt: ['When the record last changed.', '2026-11-20T09:30:00.000Z'],
    ...shownPerson,
  }),
  describeSchema(EventApplicant, 'The person, as you sent it, with what was found.', shownPerson),
  describeSchema(CreateAddress, 'An order to verify that a person lives at an address in Nigeria.', {
    ...street,
    ...coordinates,
    applicant: applicantText,
  }),
  describeSchema(CreateBusinessAddress, 'An order to verify that a business is at an address in Nigeria.', {
    ...street,
    ...coordinates,
    ...businessOrder,
    applicant: ['The person who speaks for the business.'],
  }),
  describeSchema(
    CreateProAddress,
    'An order to verify an address with what the applicant says and shows of the house.',
    {
      ...street,
      applicant: applicantText,
      addressExtraData: ['What the applicant says and shows of the house.'],
    },
  ),
  describeSchema(
    AddressExtraData,
    'What the applicant says and shows of the house. Agents and reviewers see it; the record does not contain it.',
    {
      houseNumber: ['The number of the house.', '12'],
      generalDescription: ['How to recognise the house.', 'Cream bungalow behind the pharmacy, black gate'],
      latitude: [
        'Where the applicant confirmed on a map that the house is, in degrees (WGS 84). In Nigeria.',
        6.6018,
      ],
      longitude: [
        'Where the applicant confirmed on a map that the house is, in degrees (WGS 84). In Nigeria.',
        3.3515,
      ],
      buildingDescription: ['What the building is used for.', 'Residential'],
      hasGateAndFence: ['Whether it has a gate and a fence.', true],
      buildingStatus: ['Whether it is completed, painted, or both.', 'Completed and Painted'],
      buildingType: ['The type of building.', 'Bungalow'],
      buildingColour: ['The colour of the building.', 'Cream'],
      applicantPhoto1: [
        'A photo of the house: a JPEG, PNG or WebP file. Only its pixels are stored.',
        'iVBORw0KGgo=',
      ],
      applicantPhoto2: ['A second photo of the house.', 'iVBORw0KGgo='],
      applicantPhoto3: ['A third photo of the house.', 'iVBORw0KGgo='],
    },
  ),
  describeSchema(Location, 'An address, and where it is.', {
    city: ['The town or city, as you sent it.', 'Ikeja'],
    landmark: ['The landmark, as you sent it. Empty if you sent none.', 'Opposite the roundabout'],
    street: ['House number and street, as you sent them.', '12 Allen Avenue'],
    stateName: ['The state.', 'Lagos'],
    lgaName: ['The local government area.', 'Ikeja'],
    initialLatitude: [
      'The latitude that you sent, in degrees (WGS 84); otherwise that of the state’s capital.',
      6.6018,
    ],
    initialLongitude: [
      'The longitude that you sent, in degrees (WGS 84); otherwise that of the state’s capital.',
      3.3515,
    ],
    latitude: ['The latitude that the agent’s device measured; until then the initial one.', 6.6021],
    longitude: ['The longitude that the agent’s device measured; until then the initial one.', 3.3518],
    locationUrl: ['A map of this position.', 'https://www.google.com/maps/search/?api=1&query=6.6021,3.3518'],
  }),
  describeSchema(PendingAddressRecord, 'The record as it was ordered, until it is complete.', {
    ...ordered,
    business: ['The business of the order. Only for business addresses.', businessOrder],
  }),
  describeSchema(CreateAddressResponse, 'An accepted order.', {
    ...base,
    summary: summaryText,
    address: ['The record.'],
    duplicateRequest: duplicateText,
  }),
  describeSchema(AddressResponse, 'An address verification.', {
    ...base,
    summary: summaryText,
    address: ['The record: with what was found once it is complete, before that as it was ordered.'],
    againstFinding: againstFindingText,
    flags: recordFlagsText,
    dispute: recordDisputeText,
    locationPrecision: [
      'How precise the positions in `location` are. Events are without it.',
      {
        initial: [precisionText, 'stated'],
        current: [
          'The same of `latitude` and `longitude`. `measured`: the agent’s device measured them.',
          'measured',
        ],
        accuracyMetres: [
          'The radius in metres within which the measuring device believed to be.',
          12.5,
          'Null unless `current` is `measured`, and where the device did not say.',
        ],
      },
    ],
  }),
  describeSchema(AgainstFinding, 'Why a reviewer decided against what was found.', {
    reason: [
      `The reason, from a list: ${Object.entries(contradictionReasons)
        .map(([name, words]) => `\`${name}\` (${words})`)
        .join(', ')}.`,
      'wording',
    ],
    explanation: ['The reason in the reviewer’s words.', 'Both names are of the same company.'],
  }),
  describeSchema(
    RecordDispute,
    'The latest dispute of a verification. `…/revisions` has all, with what was written.',
    {
      number: ['Its number: 1 for the first dispute of a verification.', 1],
      raisedBy: ['Who objected. `operator`: a second visit contradicted the decision.', 'customer'],
      raisedAt: ['When.', '2026-11-20T09:30:00.000Z'],
      dueAt: ['When its conclusion is due.', '2026-11-22T09:30:00.000Z'],
      state: [
        'Whether it is open. `upheld`: the decision stays. `revised`: there is a new revision.',
        'open',
      ],
      concludedAt: ['When a reviewer concluded it.', '2026-11-20T09:33:00.000Z', 'Null while it is open.'],
    },
  ),
  describeSchema(RecordFlag, 'What a decision or its evidence has to be asked about.', {
    code: [
      `For programs. Of the decision: ${Object.entries(decisionFlags)
        .map(([name, { reason }]) => `\`${name}\` (${reason})`)
        .join(
          ', ',
        )} Of the visit: ${strongVisitFlags.map(name => `\`${name}\` (${visitFlags[name].about})`).join(', ')}.`,
      'no_position',
    ],
    weight: ['How much it matters.', 'strong'],
    reason: [
      'For people, with its number: the least and the most where it differs from place to place.',
      'No position of the report or a photo says where the agent was.',
    ],
    places: [
      'Where it was seen: the `claim`, the `report`, and photos by their place in the record, such as `exteriorPhotos.photo1`. Absent for the visit or the decision as a whole.',
      ['report', 'exteriorPhotos.photo1'],
    ],
  }),
  describeSchema(Photos, 'Links to photos. A link works for who has it: treat it as personal data.', {
    photo1: [
      'The link to the first photo. Absent if there is none.',
      'https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg',
    ],
    photo2: [
      'The link to the second photo. Absent if there is none.',
      'https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg',
    ],
    photo3: [
      'The link to the third photo. Absent if there is none.',
      'https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg',
    ],
  }),
  describeSchema(
    AddressRecord,
    'A complete address verification, as its event and `GET /v1/addresses/{id}` show it.',
    {
      ...ordered,
      id: idText,
      userId: [reserved, null, ''],
      identityVerificationId: [reserved, null, ''],
      apiReference: [reserved, null, ''],
      approvedAt: ['When a reviewer last approved it.', '2026-11-20T09:31:00.000Z', 'Null if nobody did.'],
      rejectedAt: ['When a reviewer last rejected it.', '2026-11-20T09:31:00.000Z', 'Null if nobody did.'],
      agentSubmittedAt: [
        'When the agent submitted the report.',
        '2026-11-20T09:31:00.000Z',
        'Null if nobody visited.',
      ],
      applicationId: ['The same as `id`.', 890123456789012],
      countryName: ['The country.', 'Nigeria'],
      isLive: ['True in live mode, false in test mode.', false],
      neighbor: [
        'A neighbour whom the agent asked.',
        {
          comment: ['What they said.', 'Knows the applicant.', notAsked],
          firstname: ['Their first name.', 'Musa', notAsked],
          lastname: ['Their last name.', 'Bello', notAsked],
          phone: ['Their telephone number.', '08031234567', notAsked],
        },
      ],
      addressBasic: [
        'The kind of address.',
        { addressType: ['The kind of address that the agent noted. Empty if none.', 'Residential'] },
      ],
      business: [
        'The business as ordered and as found. Its fields are null for the address of a person.',
        {
          area: ['The area in which it is.', 'Allen', notAsked],
          businessName: ['The name that you sent.', 'Adeyemi Stores', 'Null for the address of a person.'],
          businessType: ['The type that you sent.', 'Formal', 'Null for the address of a person.'],
          canContactPoc: [
            'Whether the agent may contact somebody there.',
            true,
            'Null for the address of a person.',
          ],
          id: [reserved, null, ''],
          isKnown: ['Whether the business is known there.', true, notAsked],
          isOwnerKnown: ['Whether its owner is known there.', true, notAsked],
          name: ['The name that people use.', 'Adeyemi Stores', notAsked],
          nameFound: ['The name on the sign.', 'Adeyemi Stores', notAsked],
          ownerVisitsFrequently: ['Whether the owner is often there.', true, notAsked],
          rcNumber: [
            'The registration number that you sent.',
            'RC123456',
            'Null for the address of a person.',
          ],
          type: ['What kind of business the agent saw.', 'Shop', notAsked],
        },
      ],
      applicant: applicantText,
      agentComment: ['What the agent wrote.', 'Everything is as the customer says.', 'Null if nothing.'],
      adminComment: ['What the reviewer wrote for you.', 'Confirmed.', 'Null if nothing.'],
      verifindData: [
        'Distances from the stated address, measured by the evidence of the visit.',
        {
          buildingImageDistance: [
            'Of the farthest photo from outside, in metres.',
            12.5,
            'Null if you sent no position.',
          ],
          deviceLocationDistance: [
            'Of the device’s nearest position, in metres.',
            9.2,
            'Null if you sent no position.',
          ],
          isTrackingSessionActive: [
            'Whether the tracking session still runs.',
            false,
            'Null without a session.',
          ],
          selfieImageDistance: [reserved, null, ''],
          surroundingImageDistance: [
            'Of the farthest extra photo, in metres.',
            14.1,
            'Null if you sent no position.',
          ],
          trackingEndedAt: [
            'When the report was submitted.',
            '2026-11-20T09:31:00.000Z',
            'Null without a session.',
          ],
          trackingStartedAt: [
            'When the agent claimed the visit.',
            '2026-11-20T09:30:30.000Z',
            'Null without a session.',
          ],
          isVerifind4d: [
            'Whether a photo from outside was taken with the page’s camera in the session, at the place, without a strong flag.',
            true,
          ],
        },
      ],
      interiorPhotos: [`Photos from inside. ${photoText}`],
      exteriorPhotos: [`Photos from outside. ${photoText}`],
      extraPhotos: [`Other photos. ${photoText}`],
    },
  ),
  describeSchema(CreateEmployment, 'An order to verify a present or past job with its employer.', {
    ...terms,
    employerName: ['The name of the employer.', 'Example Limited'],
    employerEmail: [
      'The email address of the employer. A page to answer on is sent to it.',
      'hr@example.com',
    ],
    employerPhone: ['The telephone number of the employer.', '+2348035550177'],
    startDate: ['The first day of the job. At most a year from now.', '2019-01-28'],
    endDate: ['The last day of the job. Not before `startDate`. Omit it for a present job.', '2024-06-26'],
    jobTitle: ['The job title.', 'Accountant'],
    currentlyEmployed: [
      'Whether the applicant works there now. A boolean, `true`, `false`, `1` and `0` are taken, too. Unless given: yes without `endDate`.',
      'yes',
    ],
    contactPersonName: ['The person to ask at the employer.', 'Bola Ade'],
    consentReference: [
      'Your reference of the applicant’s consent. It is returned as you sent it.',
      'consent-88',
    ],
    canContactPoc: ['Whether the contact person may be asked. False unless given.', true],
    applicant: applicantText,
  }),
  describeSchema(PendingEmploymentRecord, 'The record as it was ordered, until it is complete.', {
    ...employmentOrder,
    employmentDetails: ['The job as you stated it.', jobOrder],
    employerDetails: ['The employer as you stated it.', employerOrder],
  }),
  describeSchema(CreateEmploymentResponse, 'An accepted order.', {
    ...base,
    employment: ['The record.'],
    duplicateRequest: duplicateText,
  }),
  describeSchema(EmploymentResponse, 'An employment verification.', {
    ...base,
    employment: [
      'The record: with the employer’s answer once it is complete, before that as it was ordered.',
    ],
    againstFinding: againstFindingText,
    flags: recordFlagsText,
    dispute: recordDisputeText,
  }),
  describeSchema(
    EmploymentRecord,
    'A complete employment verification, as its event and `GET /v1/employments/{id}` show it.',
    {
      ...employmentOrder,
      userId: [reserved, null, ''],
      approvedAt: ['When a reviewer last approved it.', '2026-11-20T09:33:00.000Z', 'Null if nobody did.'],
      rejectedAt: ['When a reviewer last rejected it.', '2026-11-20T09:33:00.000Z', 'Null if nobody did.'],
      identityVerificationId: [reserved, null, ''],
      apiReference: [reserved, null, ''],
      bundleCode: [reserved, null, ''],
      stateId: [reserved, null, ''],
      lgaId: [reserved, null, ''],
      applicationId: ['The same as `id`.', 890123456789012, ''],
      latitude: [reserved, null, ''],
      longitude: [reserved, null, ''],
      isLive: ['True in live mode, false in test mode.', false],
      criminalRecord: [
        'Reserved: all fields are null.',
        {
          offence: [reserved, null, ''],
          policeReport: [reserved, null, ''],
          policeReportNumber: [reserved, null, ''],
          policeStationAddress: [reserved, null, ''],
        },
      ],
      employmentDetails: [
        'The job as you stated it, and as the employer stated it.',
        {
          ...jobOrder,
          averageHours: ['Hours a week.', '40', notStated],
          compensationRate: ['How often the pay is given.', 'Monthly', notStated],
          employeeDepartment: ['The department.', 'Operations', notStated],
          employeeStartDate: ['The first day, by the employer.', '2019-01-28T00:00:00.000Z', notStated],
          employeeEndDate: ['The last day, by the employer.', '2024-06-26T00:00:00.000Z', notStated],
          employeeTitle: ['The job title, by the employer.', 'Accountant', notStated],
          employerConsented: ['Whether the employer consents that you are told.', true, notStated],
          employmentType: ['The type of employment.', 'Full-Time', notStated],
          jobBenefits: ['Benefits, with commas between them.', 'Health insurance,Pension', notStated],
          jobLeaveReason: ['Why the applicant left.', 'Resigned', notStated],
          jobTermination: ['How the job ended.', 'Voluntary', notStated],
          offence: ['An offence that the employer names.', 'None', notStated],
          rehire: ['Whether the employer would employ the applicant again.', true, notStated],
          salaryRange: ['The range of the salary.', '100000-200000', notStated],
          supervisorEmail: ['The email address of the supervisor.', 'supervisor@example.com', notStated],
          supervisorName: ['The name of the supervisor.', 'Bola Ade', notStated],
          supervisorPhone: ['The telephone number of the supervisor.', '08035550177', notStated],
          supervisorTitle: ['The title of the supervisor.', 'Head of Operations', notStated],
        },
      ],
      employerDetails: [
        'The employer as you stated it, and what they said of themselves.',
        {
          ...employerOrder,
          comment: ['What the employer added.', 'Confirmed by telephone.', notStated],
          companyAddress: ['The address of the company.', '1 Marina, Lagos', notStated],
          companyCac: ['The number at the Corporate Affairs Commission.', 'RC123456', notStated],
          companySize: ['The number of employees.', '51-200', notStated],
          industry: ['The industry.', 'Services', notStated],
        },
      ],
      attestator: [
        'Who answered for the employer.',
        {
          email: ['Their email address.', 'hr@example.com', notStated],
          name: ['Their name.', 'Bola Ade', notStated],
          phone: ['Their telephone number.', '08035550177', notStated],
          title: ['Their title.', 'Human Resources Manager', notStated],
        },
      ],
      applicant: applicantText,
    },
  ),
  describeSchema(
    VerificationListItem,
    'A verification in a list. Read the record for the person and the findings.',
    {
      id: idText,
      customerReference: referenceText,
      product: ['What was ordered.', 'address'],
      requestedAt: common.requestedAt,
      updatedAt: common.updatedAt,
      price: common.price,
      status: statusText,
      dispute: recordDisputeText,
    },
  ),
  describeSchema(VerificationList, 'A page of verifications, newest first.', {
    data: ['The verifications of this page.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(ForceOutcome, 'How a test verification shall end.', {
    subStatus: ['The result. It must be one of its product.', 'VERIFIED'],
  }),
  describeSchema(ForceOutcomeResponse, 'The verification with its result.', {
    id: idText,
    status: statusText,
  }),
]

const idParameter = { id: idText } as const
const listParameters = {
  ...pageParameters,
  status: ['Only verifications with this `status.status`.', 'VERIFIED'],
  customerReference: ['Only verifications with exactly this reference of yours.', 'customer-1042'],
  from: ['Only what was requested at this time or later.', '2026-11-01'],
  to: ['Only what was requested before this time.', '2026-12-01'],
} as const

const orderCost =
  'The price of the product once people have decided, whatever they found. A duplicate, an expiry and a cancellation cost nothing.'
const orderReturns =
  '201 with the accepted order, `IN_PROGRESS`; 200 with the earlier verification if an equal order was accepted within 30 days.'
const addressEvents = [
  'address.verification_started',
  'address.verification_delayed',
  'address.verification_completed',
]
const employmentEvents = addressEvents.map(name => name.replace('address', 'employment'))
const order = { costs: orderCost, returns: orderReturns, sandbox: scenariosDescription() } as const
const cancel = {
  costs: free,
  returns: 'The record, which is now `CANCELLED`. Cancelling again returns the same.',
  parameters: idParameter,
} as const
const list = {
  costs: free,
  returns: 'A page, and the cursor of the next one.',
  events: [],
  parameters: listParameters,
} as const
const read = {
  costs: free,
  returns: 'The record as it was ordered, and once it is complete with what was found.',
  events: [],
  parameters: idParameter,
} as const

export const verificationOperationTexts = {
  ...describeRoutes(addressesRoutes, {
    createAddress: {
      ...order,
      does: 'Orders a visit to a residential address in Nigeria. A field agent visits within a day or two, a reviewer decides, and an event brings the result. Send an `Idempotency-Key`, so that a repeat after a lost response orders nothing new.',
      events: addressEvents,
    },
    listAddresses: {
      ...list,
      does: 'Lists the address verifications of your organisation in the mode of your client, newest first.',
    },
  }),
  ...describeRoutes(describedAddressRoutes, {
    createProAddress: {
      ...order,
      does: 'Orders a visit to an address, with a description, a confirmed position and photos of the house by the applicant.',
      events: addressEvents,
      details:
        'Agents see the description and the photos, so that they find the house. Reviewers compare them with what agents found and photographed. Distances are measured from the position that the applicant confirmed on a map.',
    },
    createBusinessAddress: {
      ...order,
      does: 'Orders a visit to the address of a business in Nigeria. A field agent visits within a day or two, and an event brings the result.',
      events: addressEvents,
    },
  }),
  ...describeRoutes(addressRecordRoutes, {
    getAddress: {
      ...read,
      does: 'Reads one address verification. Links to photos are made anew at each read.',
    },
    cancelAddress: {
      ...cancel,
      does: 'Cancels an address verification. It works until an agent has visited.',
      events: ['address.verification_completed'],
    },
  }),
  ...describeRoutes(employmentsRoutes, {
    createEmployment: {
      ...order,
      does: 'Orders the verification of a job. The employer is asked by a link and by telephone, a reviewer decides, and an event brings the result.',
      events: employmentEvents,
    },
    listEmployments: {
      ...list,
      does: 'Lists the employment verifications of your organisation in the mode of your client, newest first.',
    },
    getEmployment: { ...read, does: 'Reads one employment verification.' },
    cancelEmployment: {
      ...cancel,
      does: 'Cancels an employment verification. It works until the employer has answered.',
      events: ['employment.verification_completed'],
    },
  }),
} as const

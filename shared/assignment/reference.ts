import { describeSchema, type SchemaText } from '../http/describe.ts'
import { FileReport, FileReportResponse, Position } from './contract.ts'

const at = '2026-11-20T09:31:00.000Z'

/** In a path, and in every answer about an assignment. */
export const assignmentIdText = [
  'The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a dispute.',
  '1-890123456789012',
] as const

export const findingsText = [
  'What the agent found at the address.',
  {
    addressExists: ['Whether the address exists.', true],
    hadAccess: ['Whether the agent could get to the door.', true],
    isThere: [
      'Whether the applicant lives there, or the business is there.',
      true,
      'Null if nobody could say.',
    ],
  },
] as const

export const assignmentSchemaTexts: readonly SchemaText[] = [
  describeSchema(Position, 'Where a device was, as it measured itself.', {
    latitude: ['The latitude, in degrees (WGS 84).', 6.6021],
    longitude: ['The longitude, in degrees (WGS 84).', 3.3518],
    accuracyMetres: ['The radius in metres within which the device is, with 95 % confidence.', 12.5],
    measuredAt: [
      'When it was measured, by the clock of what measured it: it may be another than the device’s.',
      at,
    ],
    receivedAt: ['When the page received it, by the device’s clock: how old it is is told by this time.', at],
    statedAt: ['When the visit was claimed or the report signed, by the device’s clock.', at],
    clockOffsetMs: ['The server’s time minus the device’s, as last known, in milliseconds.', -1250],
  }),
  describeSchema(FileReport, 'A report. Exactly one of its fields: what the work brought.', {
    visit: [
      'The visit to an address.',
      {
        findings: findingsText,
        position: ['Where the agent’s device was.'],
        addressType: ['The kind of address that the agent saw.', 'Residential'],
        placeFacts: [
          'What the next agent who comes to this house should know. It stands in no record; the agents of other visits to the same address see it.',
          ['askGuard'],
        ],
        neededHelp: [
          'Whether the address alone was not enough, so that the agent had to ask or to call.',
          false,
        ],
        neighbor: [
          'A neighbour whom the agent asked.',
          {
            comment: ['What they said.', 'Knows the applicant.'],
            firstname: ['Their first name.', 'Musa'],
            lastname: ['Their last name.', 'Bello'],
            phone: ['Their telephone number.', '08031234567'],
          },
        ],
        business: [
          'What the agent saw of the business. Only for business addresses.',
          {
            area: ['The area in which it is.', 'Allen'],
            isKnown: ['Whether the business is known there.', true],
            isOwnerKnown: ['Whether its owner is known there.', true],
            name: ['The name that people use.', 'Adeyemi Stores'],
            nameFound: ['The name on the sign.', 'Adeyemi Stores'],
            ownerVisitsFrequently: ['Whether the owner is often there.', true],
            type: ['What kind of business the agent saw.', 'Shop'],
          },
        ],
        maritalStatus: ['The marital status of the applicant, if they said it.', 'single'],
        comment: ['What else the agent wants to say. The customer reads it.', 'The gate is black.'],
      },
    ],
    attestation: [
      'The statement of the employer.',
      {
        source: ['How the agent heard it.', 'phone'],
        claim: [
          'What the employer says first. `mayNotAnswer` is no report: the agent asks somebody else.',
          'worksHere',
        ],
        details: [
          'The job, as the employer describes it.',
          {
            employeeTitle: ['The job title. Needed for `worksHere` and `workedHere`.', 'Accountant'],
            employeeStartDate: ['The first day. Needed for `worksHere` and `workedHere`.', '2019-01-28'],
            employeeEndDate: ['The last day. Needed for `workedHere`.', '2024-06-26'],
            employeeDepartment: ['The department.', 'Operations'],
            employmentType: ['The type of employment.', 'Full-Time'],
            salaryRange: ['The range of the salary, in words of the employer.', '100000-200000'],
            compensationRate: ['How often the pay is given.', 'Monthly'],
            averageHours: ['Hours a week: a whole number up to 168.', '40'],
            jobBenefits: ['Benefits, with commas between them.', 'Health insurance,Pension'],
            rehire: ['Whether the employer would employ the applicant again.', true],
            jobLeaveReason: ['Why the applicant left.', 'Resigned'],
            jobTermination: ['How the job ended.', 'Voluntary'],
            offence: ['An offence that the employer names.', 'None'],
            supervisorName: ['The name of the supervisor.', 'Bola Ade'],
            supervisorTitle: ['The title of the supervisor.', 'Head of Operations'],
            supervisorPhone: ['The telephone number of the supervisor.', '08035550177'],
            supervisorEmail: ['The email address of the supervisor.', 'supervisor@example.com'],
            employerConsented: [
              'Whether the employer consents that the customer is told. It must be true.',
              true,
            ],
          },
        ],
        employer: [
          'What the employer says of the company.',
          {
            companyAddress: ['The address of the company.', '1 Marina, Lagos'],
            companyCac: ['The number at the Corporate Affairs Commission.', 'RC123456'],
            companySize: ['The number of employees.', '51-200'],
            industry: ['The industry.', 'Services'],
            comment: ['What the employer added.', 'Confirmed by telephone.'],
          },
        ],
        attestator: [
          'Who answered. Name, title, and an email address or a telephone number are needed.',
          {
            name: ['Their name.', 'Bola Ade'],
            title: ['Their title.', 'Human Resources Manager'],
            email: ['Their email address.', 'hr@example.com'],
            phone: ['Their telephone number.', '08035550177'],
          },
        ],
      },
    ],
    unreached: [
      'Nobody at the employer could be reached. It needs three failed attempts.',
      { comment: ['What the agent tried. The customer reads it.', 'The number is not in use.'] },
    ],
  }),
  describeSchema(FileReportResponse, 'The report was submitted.', {
    id: assignmentIdText,
    way: ['Always `reported`: a reviewer decides next.', 'reported'],
    submittedAt: ['When the report arrived.', at],
  }),
]

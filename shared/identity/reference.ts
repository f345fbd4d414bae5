import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { PendingResponse } from './contract/check.ts'
import { IdentityClaim, LicenseClaim } from './contract/claim.ts'
import {
  FailedLookupResult,
  IdentityList,
  IdentityVerification,
  LateStatus,
  Registry,
  RegistryList,
} from './contract/lookup.ts'
import { sandboxDescription } from './contract/sandbox.ts'
import type { IdentityProductDefinition } from './product/definition.ts'
import { LicenseResponse } from './product/driver-license.ts'
import { PremiumResponse } from './product/nin-premium.ts'
import { NinResponse } from './product/nin-response.ts'
import { lookupDefinitions } from './products.ts'
import { identitiesRoutes } from './routes.ts'

const idText = ['The id of the look-up. Read its verdict again with it.', 890123456789012] as const
const noMatch = 'Null at `NO_MATCH`.'

const supplied = {
  lastname: ['The last name that you know.', 'Dillon'],
  middlename: ['The middle name that you know.', 'Oluwaseun'],
  dob: [
    'The date of birth that you know. If it agrees, an impostor with the right name is much less likely.',
    '1974-01-06',
  ],
  phone: ['The telephone number that you know.', '08000000000'],
  email: ['The email address that you know.', 'bunch.dillon@example.com'],
  gender: ['The gender that you know.', 'm'],
  consent: ['The lawful basis of this look-up. A stage may require it for some products.'],
} as const

const matches = {
  firstname: ['Whether the first name agrees.', true],
  lastname: ['Whether the last name agrees.', true],
  middlename: ['Whether the middle name agrees. Only if you sent one.', true],
  dob: ['Whether the date of birth agrees. Only if you sent one.', true],
  phone: ['Whether the telephone number agrees. Only if you sent one.', true],
  email: ['Whether the email address agrees. Only if you sent one.', true],
  gender: ['Whether the gender agrees. Only if you sent one.', true],
} as const

const details = {
  firstname: ['How the first name compares.', 'exact'],
  lastname: ['How the last name compares.', 'exact'],
  middlename: ['How the middle name compares. Only if you sent one.', 'initial'],
  dob: ['How the date of birth compares. Only if you sent one.', 'exact'],
  phone: ['How the telephone number compares. Only if you sent one.', 'exact'],
  email: ['How the email address compares. Only if you sent one.', 'exact'],
  gender: ['How the gender compares. Only if you sent one.', 'exact'],
} as const

const checkText = [
  'How what you sent compares with the registry.',
  {
    status: [
      '`EXACT_MATCH` and `TRANSPOSED_MATCH` confirm the person; `PARTIAL_MATCH` and `NO_MATCH` do not.',
      'EXACT_MATCH',
    ],
    fieldMatches: ['For each field that you sent, whether it agrees.', matches],
    matchDetails: ['For each field that you sent, how it compares.', details],
  },
] as const

const statusText = [
  'The result. Only `verified` means yes.',
  {
    state: ['Whether the look-up is done. `complete` says nothing about the person.', 'complete'],
    status: [
      'The verdict: `verified`, or `id_mismatch` where a field that you sent does not agree.',
      'verified',
    ],
  },
] as const

const pendingText = [
  'The look-up is in progress: its result follows as an event.',
  {
    state: ['Always `IN_PROGRESS`.', 'IN_PROGRESS'],
    status: ['Always `IN_PROGRESS`.', 'IN_PROGRESS'],
  },
] as const

const applicantText = [
  'The person, as you named them.',
  {
    firstname: ['The first name that you sent.', 'Bunch'],
    lastname: ['The last name that you sent.', 'Dillon'],
  },
] as const

const partial = '`****` at `PARTIAL_MATCH` unless you sent it and it agrees.'
const birthdate = [`The date of birth as DD-MM-YYYY. ${partial}`, '06-01-1974'] as const
const photo = ['The photo in base64.', 'iVBORw0KGgo=', 'Null at `PARTIAL_MATCH`.'] as const

const registered = {
  nin: ['The number that was looked up.', '63184876213'],
  firstname: [`The first name. ${partial}`, 'Bunch'],
  lastname: [`The last name. ${partial}`, 'Dillon'],
  middlename: [`The middle name. ${partial}`, 'Oluwaseun'],
  phone: [`The telephone number. ${partial}`, '08000000000'],
  gender: [`The gender, as the registry writes it. ${partial}`, 'm'],
} as const

const residence = {
  address1: [`The address. ${partial}`, '12 Allen Avenue'],
  lga: [`The local government area. ${partial}`, 'Ikeja'],
  state: [`The state. ${partial}`, 'Lagos'],
} as const

const orNoMatch = <Text extends readonly [string, string]>([meaning, example]: Text) =>
  [meaning, example, noMatch] as const

export const identitySchemaTexts: readonly SchemaText[] = [
  describeSchema(IdentityClaim, 'What you know of the person. The registry’s record is compared with it.', {
    firstname: ['The first name that you know.', 'Bunch'],
    ...supplied,
  }),
  describeSchema(LicenseClaim, 'What you know of the holder. The registry’s record is compared with it.', {
    firstname: [
      'The first name that you know. Send this or `fistname`; if both, the same but for capitals.',
      'Tunde',
    ],
    fistname: ['The first name under the name that earlier clients send.', 'Tunde'],
    ...supplied,
  }),
  describeSchema(PendingResponse, 'A look-up whose registry is not available now.', {
    id: idText,
    status: pendingText,
  }),
  describeSchema(NinResponse, 'The result of a look-up.', {
    id: idText,
    applicant: applicantText,
    summary: ['How what you sent compares.', { nin_check: checkText }],
    status: statusText,
    nin: [
      'What the registry has of the person.',
      {
        ...registered,
        birthdate,
        photo,
        address: [`The address. ${partial}`, '12 Allen Avenue, Ikeja, Lagos'],
        residence: ['The same address in parts. Absent from late results of an earlier release.', residence],
      },
      noMatch,
    ],
  }),
  describeSchema(LicenseResponse, 'The result of a look-up of a driver’s licence.', {
    id: idText,
    applicant: applicantText,
    summary: ['How what you sent compares.', { drivers_license_check: checkText }],
    status: statusText,
    drivers_license: [
      'What the registry has of the licence.',
      {
        driversLicense: ['The number of the licence.', 'ABC12345AA12'],
        firstname: registered.firstname,
        lastname: registered.lastname,
        birthdate,
        photo,
        issued_date: [`The day of issue as DD-MM-YYYY. ${partial}`, '01-03-2022'],
        expiry_date: [`The last day as DD-MM-YYYY. ${partial}`, '28-02-2027'],
        state_of_issue: [`The state that issued it. ${partial}`, 'Lagos'],
        gender: registered.gender,
        message: ['Always `Success`.', 'Success'],
      },
      noMatch,
    ],
  }),
  describeSchema(
    PremiumResponse,
    'All that the registry has of the person. At `NO_MATCH` every field of the person is null.',
    {
      id: idText,
      summary: ['How what you sent compares.', { nin_check: checkText }],
      status: statusText,
      title: orNoMatch([`The title. ${partial}`, 'mr']),
      nin: orNoMatch(registered.nin),
      firstname: orNoMatch(registered.firstname),
      lastname: orNoMatch(registered.lastname),
      middlename: orNoMatch(registered.middlename),
      phone: orNoMatch(registered.phone),
      email: orNoMatch([`The email address. ${partial}`, 'bunch.dillon@example.com']),
      gender: orNoMatch(registered.gender),
      height: orNoMatch([`The height in centimetres. ${partial}`, '171']),
      profession: orNoMatch([`The profession. ${partial}`, 'ACCOUNTANT']),
      maritalStatus: orNoMatch([`The marital status. ${partial}`, 'single']),
      employmentStatus: orNoMatch([`The employment status. ${partial}`, 'employed']),
      birthdate: orNoMatch(birthdate),
      birthState: orNoMatch([`The state of birth. ${partial}`, 'Lagos']),
      birthCountry: orNoMatch([`The country of birth. ${partial}`, 'nigeria']),
      religion: orNoMatch([`The religion; some registries mask it. ${partial}`, '****']),
      nationality: orNoMatch([`The nationality. ${partial}`, 'nigeria']),
      photo: ['The photo in base64.', 'iVBORw0KGgo=', 'Null at `PARTIAL_MATCH` and `NO_MATCH`.'],
      nspokenlang: orNoMatch([`The language spoken. ${partial}`, 'YORUBA']),
      ospokenlang: orNoMatch([`Another language spoken. ${partial}`, 'ENGLISH']),
      parentLastname: orNoMatch([`The last name of a parent. ${partial}`, '****']),
      lgaOfOrigin: orNoMatch([`The local government area of origin. ${partial}`, 'Ikeja']),
      stateOfOrigin: orNoMatch([`The state of origin. ${partial}`, 'Lagos']),
      residence: ['Where the person lives.', residence, noMatch],
      nextOfKin: [
        'The next of kin.',
        {
          firstname: [`The first name. ${partial}`, 'Folake'],
          lastname: [`The last name. ${partial}`, 'Dillon'],
          address1: [`The address. ${partial}`, '12 Allen Avenue'],
          address2: [`The second line of the address. ${partial}`, ''],
          lga: [`The local government area. ${partial}`, 'Ikeja'],
          state: [`The state. ${partial}`, 'Lagos'],
          town: [`The town. ${partial}`, 'Ikeja'],
        },
        noMatch,
      ],
    },
  ),
  describeSchema(FailedLookupResult, 'A late look-up that came to nothing. It costs nothing.', {
    id: idText,
    status: [
      'Why there is no verdict.',
      {
        state: ['Always `failed`: it says nothing about the person.', 'failed'],
        status: [
          'Whether the registry has nobody, an unusable record, or gave no answer.',
          'registry_unavailable',
        ],
      },
    ],
  }),
  describeSchema(LateStatus, 'How a late look-up ended.', {
    state: ['`complete` if there is a verdict, `failed` if there is none.', 'complete'],
    status: ['The verdict, or why there is none.', 'verified'],
  }),
  describeSchema(
    IdentityVerification,
    'What is kept of a look-up: its verdict, and nothing that the registry said of the person.',
    {
      id: idText,
      product: ['What was looked up.', 'nin'],
      idNumberLast4: ['The last four characters of the number.', '6213'],
      requestedAt: ['When you asked.', '2026-11-20T09:30:00.000Z'],
      completedAt: [
        'When the result was there.',
        '2026-11-20T09:30:01.000Z',
        'Null while it is in progress.',
      ],
      price: ['What was charged, in naira. 0 without a verdict.', 150],
      summary: [
        'How what you sent compares.',
        { nin_check: checkText, drivers_license_check: checkText },
        'Null without a verdict.',
      ],
      status: [
        'Where the look-up stands.',
        {
          state: ['Whether the look-up is done.', 'complete'],
          status: ['The verdict, or why there is none.', 'verified'],
        },
      ],
    },
  ),
  describeSchema(IdentityList, 'A page of look-ups.', {
    data: ['The look-ups of this page, the latest verdict first.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(Registry, 'The health of a registry.', {
    name: ['The name of the registry.', 'nin'],
    state: ['`not_connected`: the operator has no access to it yet.', 'available'],
    since: [
      'Since when it is in this state.',
      '2026-11-20T09:30:00.000Z',
      'Null if the state never changed.',
    ],
    lastSuccessAt: ['When it last answered.', '2026-11-20T09:30:00.000Z', 'Null if it never did.'],
    p50LatencyMs: [
      'The median time of an answer in the last five minutes, in milliseconds.',
      420,
      'Null without a sample.',
    ],
  }),
  describeSchema(RegistryList, 'The registries.', {
    data: ['All of them, on one page.'],
    nextCursor: nextCursorText,
  }),
]

const verdicts =
  'Read `status.status`: only `verified` means that every field you supplied agrees. `id_mismatch` is an answer too: the number exists and belongs to somebody else, or details differ (`fieldMatches`, `matchDetails`). `state: complete` alone says nothing about the person. The registry’s record is whole when `verified`. At `PARTIAL_MATCH` it shows the number and the supplied fields that agree; the rest is asterisks, and the photo null. At `NO_MATCH` it is null.'

const failures =
  'There are four different failures. 400: the number is ill-formed. 404 `identity_not_found`: the registry has nobody under it. 502 `record_unreadable`: what the registry answers about this number cannot be used; asking again does not help, it costs nothing, and it counts for the limit of the number. 503 `registry_unavailable`: the registry is down, slow or unreliable, which says nothing about the person, costs nothing and is worth a retry after `Retry-After`.'

const late =
  'With `Prefer: respond-async` an unavailable registry is answered with 202 instead of 503: the service keeps trying for 24 hours and sends the event `identity.verification_completed`. Its `identity` is the answer of this look-up, or `{id, status: {state: "failed", status}}` with `identity_not_found`, `record_unreadable` or `registry_unavailable` (nothing charged).'

const limits =
  'These limits apply, shown in `RateLimit` and `RateLimit-Policy`: look-ups of a client in a minute (`client`), and, in live mode, for all clients of an organisation together, questions about one number in a day (`number`) and look-ups that come to nothing, not found or `NO_MATCH`, in a day (`fruitless`).'

const wordsOf = ({ description, sandbox }: IdentityProductDefinition) => ({
  details: [description, verdicts, failures, late, limits].join('\n\n'),
  sandbox: sandboxDescription(sandbox),
})

const number = ['The number of the document. Spaces and dashes in it are ignored.', '63184876213'] as const
const lookUp = {
  costs:
    'The price of the product for a verdict, whether or not the claim agrees. A number that nobody has, and a registry that gives no usable answer, cost nothing.',
  returns:
    '200 with the verdict, and what you may see of the person. Only `verified` in `status.status` means that every field that you sent agrees. With `Prefer: respond-async` 202 while the registry is not available.',
  events: ['identity.verification_completed'],
} as const
const ofNumber = { ...lookUp, parameters: { idNumber: number } } as const

export const identityOperationTexts = describeRoutes(identitiesRoutes, {
  lookUpNin: {
    ...ofNumber,
    ...wordsOf(lookupDefinitions.lookUpNin),
    does: 'Asks the national identity registry of Nigeria for a NIN, and compares its record with what you send. The event follows only a 202.',
  },
  lookUpNinPremium: {
    ...ofNumber,
    ...wordsOf(lookupDefinitions.lookUpNinPremium),
    does: 'Asks the same registry for all that it has of the person. The event follows only a 202.',
  },
  lookUpDriverLicense: {
    ...lookUp,
    parameters: { idNumber: ['The number of the licence.', 'ABC12345AA12'] },
    ...wordsOf(lookupDefinitions.lookUpDriverLicense),
    does: 'Asks the register of Nigeria’s driver’s licences, and compares its record with what you send. The event follows only a 202.',
  },
  lookUpAlienCard: {
    ...lookUp,
    parameters: { idNumber: ['The number of the alien card.', '880200'] },
    ...wordsOf(lookupDefinitions.lookUpAlienCard),
    does: 'Asks Kenya’s register of alien cards, and compares its record with what you send. The event follows only a 202.',
  },
  lookUpPassport: {
    ...lookUp,
    parameters: { passportNumber: ['The number of the passport.', 'AK0000200'] },
    ...wordsOf(lookupDefinitions.lookUpPassport),
    does: 'Asks Kenya’s register of passports, and compares its record with what you send. The event follows only a 202.',
  },
  listIdentities: {
    does: 'Lists the look-ups of your organisation in the mode of your client, with verdict, price and times. It shows only products that your client may look up, and nothing that a registry said of a person.',
    costs: free,
    returns: 'A page, the latest verdict first, and the cursor of the next one.',
    events: [],
    parameters: pageParameters,
    details:
      'The list comes from the ledger of charges. A look-up stands in it once it has a verdict: one that is in progress, or that ended without a verdict, does not, nor does one of a product that is free. A record that was erased, or is older than a year, is left out.',
  },
  getIdentity: {
    does: 'Reads the verdict of an earlier look-up. What the registry said of the person was not stored.',
    costs: free,
    returns: 'The verdict, the price and the times.',
    events: [],
    parameters: { id: idText },
  },
  listRegistries: {
    does: 'Says of each registry whether it answers now. In test mode the registries are the sandbox’s, which always answer.',
    costs: free,
    returns: 'All registries on one page.',
    events: [],
  },
})

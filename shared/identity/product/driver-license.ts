import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { type ConclusionInput, toConclusion, toSubject } from '../conclusion.ts'
import { conclusionSchemas, nothing, personText, subject } from '../contract/check.ts'
import { LicenseClaim } from '../contract/claim.ts'
import { sandboxNumbers } from '../contract/sandbox.ts'
import type { DisclosedPerson } from '../disclosure.ts'
import { driverLicenses } from '../registry/adapters.ts'
import { nigeria } from './country.ts'
import type { IdentityProductDefinition } from './definition.ts'

const DriversLicense = z.object({
  ...personText({
    driversLicense: 'last-four',
    firstname: 'initials',
    lastname: 'initials',
    birthdate: 'date-form',
    photo: 'hidden',
    issued_date: 'date-form',
    expiry_date: 'date-form',
    state_of_issue: 'hidden',
    gender: 'hidden',
  }),
  message: unmasked(z.string()),
})

const { verified, partial, none } = conclusionSchemas('drivers_license_check')

/** Interface §2.9. Dates are DD-MM-YYYY, `photo` is Base64. */
export const LicenseResponse = z.union([
  z.object({ ...subject, ...verified, drivers_license: DriversLicense }),
  z.object({ ...subject, ...partial, drivers_license: z.extend(DriversLicense, { photo: nothing }) }),
  z.object({ ...subject, ...none, drivers_license: nothing }),
])
export type LicenseResponse = z.infer<typeof LicenseResponse>

const toLicense = (person: DisclosedPerson) => ({
  driversLicense: person.idNumber,
  firstname: person.firstname,
  lastname: person.lastname,
  birthdate: person.birthdate,
  photo: person.photo,
  issued_date: person.issuedDate,
  expiry_date: person.expiryDate,
  state_of_issue: person.stateOfIssue,
  gender: person.gender,
  message: 'Success',
})

export const toLicenseResponse = (found: ConclusionInput): LicenseResponse =>
  z.parse(LicenseResponse, {
    ...toSubject(found),
    ...toConclusion('drivers_license_check', found.verdict),
    drivers_license: found.person && toLicense(found.person),
  })

export const driverLicense = {
  name: 'driver-license',
  otherNames: ['drivers-license'],
  country: nigeria,
  parameter: 'idNumber',
  summary: "Check a person against Nigeria's register of driver's licences",
  description: 'The first name is `fistname` or `firstname`; one of them is required.',
  // Current licences have 5 digits after the letters, 2 alphanumerics and 2 digits; Smile ID publishes 3 letters and 6 to 12 more.
  number: {
    name: 'driver’s licence number',
    words: '3 letters and 6 to 12 more letters or digits',
    example: 'ABC12345AA12',
    form: /^[A-Z]{3}[A-Z\d]{6,12}$/,
  },
  claim: LicenseClaim,
  answer: { check: 'drivers_license_check', schema: LicenseResponse, toAnswer: toLicenseResponse },
  registry: { name: 'driver-license', adapter: driverLicenses },
  sandbox: {
    person: {
      firstname: 'Tunde',
      middlename: 'Ayodele',
      lastname: 'Bakare',
      phone: '08000000001',
      gender: 'm',
      birthdate: '21-09-1985',
    },
    numbers: sandboxNumbers(digits => `LAG00${digits}AA01`),
  },
  priceNgn: 200,
  errorImpact: "Integrators cannot check a Nigerian driver's licence: their users cannot sign up.",
} as const satisfies IdentityProductDefinition

import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import { type ConclusionInput, toConclusion, toSubject } from '../conclusion.ts'
import { conclusionSchemas, nothing, subject } from '../contract/check.ts'
import { LicenseClaim } from '../contract/claim.ts'
import { sandboxNumbers } from '../contract/sandbox.ts'
import type { DisclosedPerson } from '../disclosure.ts'
import { driverLicenses } from '../registry/adapters.ts'
import { nigeria } from './country.ts'
import type { IdentityProductDefinition } from './definition.ts'

/** What the registry has of the licence. Null at `NO_MATCH`. */
const DriversLicense = z.object({
  /** The number of the licence. @example "ABC12345AA12" */
  driversLicense: masked('last-four', z.string()),
  /** The first name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Bunch" */
  firstname: masked('initials', z.string()),
  /** The last name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Dillon" */
  lastname: masked('initials', z.string()),
  /**
   * The date of birth as DD-MM-YYYY. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "06-01-1974"
   */
  birthdate: masked('date-form', z.string()),
  /** The photo in base64. Null at `PARTIAL_MATCH`. @example "iVBORw0KGgo=" */
  photo: z.string(),
  /**
   * The day of issue as DD-MM-YYYY. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "01-03-2022"
   */
  issued_date: masked('date-form', z.string()),
  /**
   * The last day as DD-MM-YYYY. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "28-02-2027"
   */
  expiry_date: masked('date-form', z.string()),
  /**
   * The state that issued it. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "Lagos"
   */
  state_of_issue: z.string(),
  /**
   * The gender, as the registry writes it. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "m"
   */
  gender: z.string(),
  /** Always `Success`. @example "Success" */
  message: unmasked(z.string()),
})

const { verified, partial, none } = conclusionSchemas('drivers_license_check')

// Interface §2.9.
/** The result of a look-up of a driver’s licence. */
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

/**
 * Asks the register of Nigeria’s driver’s licences, and compares its record with what you send. The event
 * follows only a 202.
 *
 * The first name is `fistname` or `firstname`; one of them is required.
 * @property idNumber The number of the licence.
 */
export const driverLicense = {
  name: 'driver-license',
  otherNames: ['drivers-license'],
  country: nigeria,
  parameter: 'idNumber',
  summary: "Check a person against Nigeria's register of driver's licences",
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

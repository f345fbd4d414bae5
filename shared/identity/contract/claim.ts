import * as z from 'zod/mini'
import { consent } from '../../consent/contract.ts'
import {
  dateString,
  email,
  gender,
  optional,
  optionalPersonName,
  personName,
  phoneAnywhere,
} from '../../http/contract/text.ts'

const claimedName = (field: string) =>
  `Send the ${field} that the person gave you: a number alone buys nobody’s data. See /v1/docs/from-qoreid#claims.`

const supplied = {
  /** The last name that you know. @example "Dillon" */
  lastname: personName(100, claimedName('lastname')),
  /** The middle name that you know. @example "Oluwaseun" */
  middlename: optionalPersonName(100),
  /**
   * The date of birth that you know. If it agrees, an impostor with the right name is much less likely.
   * @example "1974-01-06"
   */
  dob: optional(dateString),
  /** The telephone number that you know. @example "08000000000" */
  phone: optional(phoneAnywhere),
  /** The email address that you know. @example "bunch.dillon@example.com" */
  email: optional(email),
  /** The gender that you know. @example "m" */
  gender: optional(gender),
  /** The lawful basis of this look-up. A stage may require it for some products. */
  consent,
}

// Interface §4.4.
/** What you know of the person. The registry’s record is compared with it. */
export const IdentityClaim = z.object({
  /** The first name that you know. @example "Bunch" */
  firstname: personName(100, claimedName('firstname')),
  ...supplied,
})

interface LicenseNames {
  readonly firstname?: string | undefined
  readonly fistname?: string | undefined
}

const hasFirstname = ({ firstname, fistname }: LicenseNames) => (firstname ?? fistname) !== undefined
const agrees = ({ firstname, fistname }: LicenseNames) => {
  const [one, ...others] = [firstname, fistname].filter(name => typeof name === 'string' && name !== '')
  return others.every(other => other!.toLowerCase() === one!.toLowerCase())
}
/** Runs beside the fields' own checks, so that every bad field is named at once; what it judges may be no text. */
const always = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** What you know of the holder. The registry’s record is compared with it. */
export const LicenseClaim = z
  .object({
    /**
     * The first name that you know. Send this or `fistname`; if both, the same but for capitals.
     * @example "Tunde"
     */
    firstname: optional(personName(100)),
    /** The first name under the name that earlier clients send. @example "Tunde" */
    fistname: optional(personName(100)),
    ...supplied,
  })
  .check(
    z.refine(hasFirstname, { path: ['firstname'], when: always, error: claimedName('firstname') }),
    z.refine(agrees, {
      path: ['fistname'],
      when: always,
      error: 'It differs from firstname: send one of them.',
    }),
  )

export type ClaimSchema = typeof IdentityClaim | typeof LicenseClaim
type ClaimBody = z.infer<ClaimSchema>

export interface ClaimedIdentity {
  readonly firstname: string
  readonly lastname: string
  readonly middlename?: string | undefined
  readonly dob?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly gender?: string | undefined
}

export const toClaimedIdentity = ({
  fistname,
  firstname,
  consent: _,
  ...rest
}: ClaimBody & LicenseNames): ClaimedIdentity => ({
  ...rest,
  firstname: firstname || fistname || '',
})

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
  lastname: personName(100, claimedName('lastname')),
  middlename: optionalPersonName(100),
  dob: optional(dateString),
  phone: optional(phoneAnywhere),
  email: optional(email),
  gender: optional(gender),
  consent,
}

/** Interface §4.4. */
export const IdentityClaim = z.object({
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

/** `fistname`, as the interface spells it, or `firstname`; one is required. */
export const LicenseClaim = z
  .object({ firstname: optional(personName(100)), fistname: optional(personName(100)), ...supplied })
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

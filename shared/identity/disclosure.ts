import type { Verdict } from './matching/matching.ts'
import type { RegisteredPerson } from './registry/port.ts'

/** Without the photo where a supplied field disagrees. */
export type DisclosedPerson = Omit<RegisteredPerson, 'photo'> & { readonly photo: string | null }

/** Of one length, so that it reveals nothing. */
const hidden = '****'

type Texts<Whole> = {
  readonly [Part in keyof Whole]: Whole[Part] extends string ? string : Texts<Whole[Part]>
}

const masked = <Whole extends object>(whole: Whole): Texts<Whole> =>
  Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [name, typeof value === 'string' ? hidden : masked(value)]),
  ) as Texts<Whole>

const placeOf = {
  firstname: 'firstname',
  lastname: 'lastname',
  middlename: 'middlename',
  dob: 'birthdate',
  phone: 'phone',
  email: 'email',
  gender: 'gender',
} as const

const agreeing = (person: RegisteredPerson, { fieldMatches }: Verdict): Partial<RegisteredPerson> => {
  const fields = Object.keys(placeOf) as (keyof typeof placeOf)[]
  const places = fields.filter(field => fieldMatches[field]).map(field => placeOf[field])
  return Object.fromEntries(places.map(place => [place, person[place]]))
}

/**
 * What a verdict lets its caller see of the person under the number: all if every supplied field agrees; at a partial
 * match the number and the supplied fields that agree, the rest masked; else nothing. An invented name buys nobody's
 * address.
 */
export const disclosePerson = (person: RegisteredPerson, verdict: Verdict): DisclosedPerson | null => {
  if (verdict.status === 'verified') return person
  if (verdict.matchStatus === 'NO_MATCH') return null
  return { ...masked(person), idNumber: person.idNumber, ...agreeing(person, verdict), photo: null }
}

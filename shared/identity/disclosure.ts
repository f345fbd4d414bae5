import { matchedFields, type Verdict } from './matching/matching.ts'
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

const agreeing = (person: RegisteredPerson, { fieldMatches }: Verdict): Partial<RegisteredPerson> => {
  const fields = matchedFields.filter(field => fieldMatches[field])
  const personFields = fields.map(field => (field === 'dob' ? 'birthdate' : field))
  return Object.fromEntries(personFields.map(field => [field, person[field]]))
}

/** What the caller may see of the person: all if verified; at a partial match what agrees, the rest masked; else nothing. */
export const disclosePerson = (person: RegisteredPerson, verdict: Verdict): DisclosedPerson | null => {
  if (verdict.status === 'verified') return person
  if (verdict.matchStatus === 'NO_MATCH') return null
  return { ...masked(person), idNumber: person.idNumber, ...agreeing(person, verdict), photo: null }
}

import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import { id } from '../../http/contract/text.ts'
import { type ConclusionInput, toConclusion } from '../conclusion.ts'
import { conclusionSchemas, nothing } from '../contract/check.ts'
import { IdentityClaim } from '../contract/claim.ts'
import type { DisclosedPerson } from '../disclosure.ts'
import { ninRegister } from '../registry/adapters.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { Residence } from './nin-response.ts'

const data = {
  /**
   * The title. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "mr"
   */
  title: z.string(),
  /** The number that was looked up. Null at `NO_MATCH`. @example "63184876213" */
  nin: masked('last-four', z.string()),
  /**
   * The first name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "Bunch"
   */
  firstname: masked('initials', z.string()),
  /**
   * The last name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "Dillon"
   */
  lastname: masked('initials', z.string()),
  /**
   * The middle name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "Oluwaseun"
   */
  middlename: masked('initials', z.string()),
  /**
   * The telephone number. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "08000000000"
   */
  phone: masked('last-four', z.string()),
  /**
   * The email address. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "bunch.dillon@example.com"
   */
  email: masked('mailbox', z.string()),
  /**
   * The gender, as the registry writes it. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null
   * at `NO_MATCH`.
   * @example "m"
   */
  gender: z.string(),
  /**
   * The height in centimetres. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at
   * `NO_MATCH`.
   * @example "171"
   */
  height: z.string(),
  /**
   * The profession. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "ACCOUNTANT"
   */
  profession: z.string(),
  /**
   * The marital status. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "single"
   */
  maritalStatus: z.string(),
  /**
   * The employment status. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "employed"
   */
  employmentStatus: z.string(),
  /**
   * The date of birth as DD-MM-YYYY. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at
   * `NO_MATCH`.
   * @example "06-01-1974"
   */
  birthdate: masked('date-form', z.string()),
  /**
   * The state of birth. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "Lagos"
   */
  birthState: z.string(),
  /**
   * The country of birth. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "nigeria"
   */
  birthCountry: z.string(),
  /**
   * The religion; some registries mask it. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null
   * at `NO_MATCH`.
   * @example "****"
   */
  religion: z.string(),
  /**
   * The nationality. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "nigeria"
   */
  nationality: z.string(),
  /** The photo in base64. Null at `PARTIAL_MATCH` and `NO_MATCH`. @example "iVBORw0KGgo=" */
  photo: z.string(),
  /**
   * The language spoken. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "YORUBA"
   */
  nspokenlang: z.string(),
  /**
   * Another language spoken. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "ENGLISH"
   */
  ospokenlang: z.string(),
  /**
   * The last name of a parent. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at
   * `NO_MATCH`.
   * @example "****"
   */
  parentLastname: masked('initials', z.string()),
  /**
   * The local government area of origin. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at
   * `NO_MATCH`.
   * @example "Ikeja"
   */
  lgaOfOrigin: z.string(),
  /**
   * The state of origin. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. Null at `NO_MATCH`.
   * @example "Lagos"
   */
  stateOfOrigin: z.string(),
  /** Where the person lives. Null at `NO_MATCH`. */
  residence: Residence,
  /** The next of kin. Null at `NO_MATCH`. */
  nextOfKin: z.object({
    /** The first name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Folake" */
    firstname: z.string(),
    /** The last name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Dillon" */
    lastname: z.string(),
    /** The address. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "12 Allen Avenue" */
    address1: z.string(),
    /**
     * The second line of the address. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
     * @example ""
     */
    address2: z.string(),
    /**
     * The local government area. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
     * @example "Ikeja"
     */
    lga: z.string(),
    /** The state. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Lagos" */
    state: z.string(),
    /** The town. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Ikeja" */
    town: z.string(),
  }),
}

const inEvery = <Value>(value: Value) =>
  Object.fromEntries(Object.keys(data).map(name => [name, value])) as Record<keyof typeof data, Value>

const { verified, partial, none } = conclusionSchemas('nin_check')
const all = {
  /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
  id: unmasked(id),
  ...data,
}

// Interface §2.8.
/** All that the registry has of the person. At `NO_MATCH` every field of the person is null. */
export const PremiumResponse = z.union([
  z.object({ ...all, ...verified }),
  z.object({ ...all, photo: nothing, ...partial }),
  z.object({ id: unmasked(id), ...inEvery(nothing), ...none }),
])
export type PremiumResponse = z.infer<typeof PremiumResponse>

const toData = (person: DisclosedPerson) => ({
  ...person,
  nin: person.idNumber,
  nspokenlang: person.spokenLanguage,
  ospokenlang: person.otherSpokenLanguage,
})

export const toPremiumResponse = ({ id, person, verdict }: ConclusionInput): PremiumResponse =>
  z.parse(PremiumResponse, {
    ...(person ? toData(person) : inEvery(null)),
    id,
    ...toConclusion('nin_check', verdict),
  })

/**
 * Asks the same registry for all that it has of the person. The event follows only a 202.
 *
 * Answers with all bio-data of the registry, residence and next of kin included.
 */
export const ninPremium = {
  ...ninRegister,
  name: 'nin-premium',
  otherNames: [],
  parameter: 'idNumber',
  summary: 'Check a person against the national identity registry of Nigeria and get all it has',
  claim: IdentityClaim,
  answer: { check: 'nin_check', schema: PremiumResponse, toAnswer: toPremiumResponse },
  priceNgn: 250,
  errorImpact: 'Integrators cannot check a NIN with all its details: their users cannot sign up.',
} as const satisfies IdentityProductDefinition

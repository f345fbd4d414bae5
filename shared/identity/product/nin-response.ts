import * as z from 'zod/mini'
import { type ConclusionInput, toConclusion, toSubject } from '../conclusion.ts'
import { masked } from '../../http/contract/mask.ts'
import { conclusionSchemas, nothing, subject } from '../contract/check.ts'
import type { DisclosedPerson } from '../disclosure.ts'

export const Residence = z.object({
  /** The address. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "12 Allen Avenue" */
  address1: z.string(),
  /**
   * The local government area. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "Ikeja"
   */
  lga: z.string(),
  /** The state. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Lagos" */
  state: z.string(),
})

/** What the registry has of the person. Null at `NO_MATCH`. */
const Nin = z.object({
  /** The number that was looked up. @example "63184876213" */
  nin: masked('last-four', z.string()),
  /** The first name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Bunch" */
  firstname: masked('initials', z.string()),
  /** The last name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Dillon" */
  lastname: masked('initials', z.string()),
  /** The middle name. `****` at `PARTIAL_MATCH` unless you sent it and it agrees. @example "Oluwaseun" */
  middlename: masked('initials', z.string()),
  /**
   * The telephone number. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "08000000000"
   */
  phone: masked('last-four', z.string()),
  /**
   * The gender, as the registry writes it. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "m"
   */
  gender: z.string(),
  /**
   * The date of birth as DD-MM-YYYY. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "06-01-1974"
   */
  birthdate: masked('date-form', z.string()),
  /** The photo in base64. Null at `PARTIAL_MATCH`. @example "iVBORw0KGgo=" */
  photo: z.string(),
  /**
   * The address. `****` at `PARTIAL_MATCH` unless you sent it and it agrees.
   * @example "12 Allen Avenue, Ikeja, Lagos"
   */
  address: z.string(),
  // Beyond the interface, since clients of the incumbent read it here. Results stored by an earlier release lack it.
  /** The same address in parts. Absent from late results of an earlier release. */
  residence: z.optional(Residence),
})

const { verified, partial, none } = conclusionSchemas('nin_check')

// Interface §2.7.
/** The result of a look-up. */
export const NinResponse = z.union([
  z.object({ ...subject, ...verified, nin: Nin }),
  z.object({ ...subject, ...partial, nin: z.extend(Nin, { photo: nothing }) }),
  z.object({ ...subject, ...none, nin: nothing }),
])
export type NinResponse = z.infer<typeof NinResponse>

const toNin = (person: DisclosedPerson) => {
  const { idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address, residence } =
    person
  return {
    nin: idNumber,
    firstname,
    lastname,
    middlename,
    phone,
    gender,
    birthdate,
    photo,
    address,
    residence,
  }
}

export const toNinResponse = (found: ConclusionInput): NinResponse => {
  const { person, verdict } = found
  const nin = person && toNin(person)
  return z.parse(NinResponse, { ...toSubject(found), ...toConclusion('nin_check', verdict), nin })
}

/** NIN, alien card and passport share the name `nin` in the interface. */
export const ninResponseMapping = {
  check: 'nin_check',
  schema: NinResponse,
  toAnswer: toNinResponse,
} as const

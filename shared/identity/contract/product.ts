import * as z from 'zod/mini'
import { dateString, optionalText, phone, text, timestamp } from '../../http/contract/text.ts'

/** The identity products; a client's scope for one is `identities.` and its name. */
export const identityProducts = ['nin', 'nin-premium', 'driver-license', 'alien-card', 'passport'] as const
export type IdentityProduct = (typeof identityProducts)[number]

/** The official registers that answer look-ups; NIN and NIN premium ask the same one. */
export const registryNames = ['nin', 'driver-license', 'alien-card', 'passport'] as const
export type RegistryName = (typeof registryNames)[number]

const supplied = {
  lastname: text(100),
  middlename: optionalText(100),
  dob: z.optional(dateString),
  phone: z.optional(phone),
  email: z.optional(z.email().check(z.maxLength(254))),
  gender: optionalText(20),
}

/** Body of a NIN, NIN premium, alien card or passport look-up (interface §4.4). */
export const IdentityClaim = z.object({ firstname: text(100), ...supplied })
export type IdentityClaim = z.infer<typeof IdentityClaim>

interface LicenseNames {
  readonly firstname?: string | undefined
  readonly fistname?: string | undefined
}

const hasFirstname = ({ firstname, fistname }: LicenseNames) => Boolean(firstname || fistname)
const agrees = ({ firstname, fistname }: LicenseNames) => !firstname || !fistname || firstname === fistname
/** Runs beside the fields' own checks, so that one answer names every bad field. */
const always = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** Body of a driver's licence look-up: `fistname`, as the interface spells it, or `firstname`; one of them is required. */
export const LicenseClaim = z
  .object({ firstname: optionalText(100), fistname: optionalText(100), ...supplied })
  .check(
    z.refine(hasFirstname, { path: ['firstname'], when: always }),
    z.refine(agrees, { path: ['fistname'], when: always }),
  )
export type LicenseClaim = z.infer<typeof LicenseClaim>

/** Health of one registry, as this service has experienced it. */
export const Registry = z.object({
  name: z.enum(registryNames),
  state: z.enum(['available', 'unavailable', 'not_connected']),
  /** When it came into this state; null where it was never otherwise. */
  since: z.nullable(timestamp),
  lastSuccessAt: z.nullable(timestamp),
  /** Median answer time of the last five minutes, in milliseconds; null without a sample. */
  p50LatencyMs: z.nullable(z.int()),
})
export type Registry = z.infer<typeof Registry>
export const RegistryList = z.object({ data: z.array(Registry), nextCursor: z.null() })

import * as z from 'zod/mini'
import { type Mask, masked, unmasked } from '../../http/contract/mask.ts'
import { id } from '../../http/contract/text.ts'

/**
 * How a supplied field compared with the registry's value, by the rules of `matching/name-rules.ts`. `missing`: the
 * registry has no readable value. `initial` agrees for a middle name alone; `missing` and `different` never do.
 */
export const matchKinds = [
  'exact',
  'case',
  'diacritics',
  'punctuation',
  'compound-order',
  'extra-middle-name',
  'swapped',
  'initial',
  'missing',
  'different',
] as const
export type MatchKind = (typeof matchKinds)[number]

const perField = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({
    firstname: value,
    lastname: value,
    middlename: z.optional(value),
    dob: z.optional(value),
    phone: z.optional(value),
    email: z.optional(value),
    gender: z.optional(value),
  })

const matchDetails = perField(z.enum(matchKinds))
const VerifiedCheck = z.object({
  status: z.enum(['EXACT_MATCH', 'TRANSPOSED_MATCH']),
  fieldMatches: perField(z.literal(true)),
  matchDetails,
})
const mismatchCheck = <Status extends string>(status: Status) =>
  z.object({ status: z.literal(status), fieldMatches: perField(z.boolean()), matchDetails })
const PartialCheck = mismatchCheck('PARTIAL_MATCH')
const NoMatchCheck = mismatchCheck('NO_MATCH')
export const Verified = z.object({ state: z.literal('complete'), status: z.literal('verified') })
export const Mismatch = z.object({ state: z.literal('complete'), status: z.literal('id_mismatch') })
export const InProgress = z.object({ state: z.literal('IN_PROGRESS'), status: z.literal('IN_PROGRESS') })

/** Never `complete`, so that nobody mistakes it for a verdict. */
export const Failed = z.object({
  state: z.literal('failed'),
  status: z.enum(['identity_not_found', 'record_unreadable', 'registry_unavailable']),
})
export type LateFailure = z.infer<typeof Failed>['status']

/** For `Prefer: respond-async` while the registry is unavailable. */
export const PendingResponse = z.object({ id, status: InProgress })

const summary = <Check extends string, Schema extends z.ZodMiniType>(check: Check, schema: Schema) =>
  unmasked(z.object({ [check]: schema } as Record<Check, Schema>))

/** Only these combinations exist: `verified` with a partial or no match cannot be written. */
export const conclusionSchemas = <Check extends string>(check: Check) => ({
  verified: { summary: summary(check, VerifiedCheck), status: unmasked(Verified) },
  partial: { summary: summary(check, PartialCheck), status: unmasked(Mismatch) },
  none: { summary: summary(check, NoMatchCheck), status: unmasked(Mismatch) },
})

export const nothing = unmasked(z.null())

export const personText = <Name extends string>(masks: Readonly<Record<Name, Mask | 'hidden'>>) => {
  const fields = Object.entries<Mask | 'hidden'>(masks).map(([name, mask]) => [
    name,
    mask === 'hidden' ? z.string() : masked(mask, z.string()),
  ])
  return Object.fromEntries(fields) as Record<Name, z.ZodMiniString>
}

export const subject = {
  id: unmasked(id),
  applicant: z.object(personText({ firstname: 'initials', lastname: 'initials' })),
}

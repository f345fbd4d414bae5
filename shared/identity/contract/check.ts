import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
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

const agreement = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({
    /** Whether the first name agrees. @example true */
    firstname: value,
    /** Whether the last name agrees. @example true */
    lastname: value,
    /** Whether the middle name agrees. Only if you sent one. @example true */
    middlename: z.optional(value),
    /** Whether the date of birth agrees. Only if you sent one. @example true */
    dob: z.optional(value),
    /** Whether the telephone number agrees. Only if you sent one. @example true */
    phone: z.optional(value),
    /** Whether the email address agrees. Only if you sent one. @example true */
    email: z.optional(value),
    /** Whether the gender agrees. Only if you sent one. @example true */
    gender: z.optional(value),
  })

const matchKind = z.enum(matchKinds)
const matchDetails = z.object({
  /** How the first name compares. @example "exact" */
  firstname: matchKind,
  /** How the last name compares. @example "exact" */
  lastname: matchKind,
  /** How the middle name compares. Only if you sent one. @example "initial" */
  middlename: z.optional(matchKind),
  /** How the date of birth compares. Only if you sent one. @example "exact" */
  dob: z.optional(matchKind),
  /** How the telephone number compares. Only if you sent one. @example "exact" */
  phone: z.optional(matchKind),
  /** How the email address compares. Only if you sent one. @example "exact" */
  email: z.optional(matchKind),
  /** How the gender compares. Only if you sent one. @example "exact" */
  gender: z.optional(matchKind),
})

/** How what you sent compares with the registry. */
const VerifiedCheck = z.object({
  /**
   * `EXACT_MATCH` and `TRANSPOSED_MATCH` confirm the person; `PARTIAL_MATCH` and `NO_MATCH` do not.
   * @example "EXACT_MATCH"
   */
  status: z.enum(['EXACT_MATCH', 'TRANSPOSED_MATCH']),
  /** For each field that you sent, whether it agrees. */
  fieldMatches: agreement(z.literal(true)),
  /** For each field that you sent, how it compares. */
  matchDetails,
})
const mismatchCheck = <Status extends string>(status: Status) =>
  z.object({ status: z.literal(status), fieldMatches: agreement(z.boolean()), matchDetails })
const PartialCheck = mismatchCheck('PARTIAL_MATCH')
const NoMatchCheck = mismatchCheck('NO_MATCH')
export const Verified = z.object({
  /** Whether the look-up is done. `complete` says nothing about the person. @example "complete" */
  state: z.literal('complete'),
  /**
   * The verdict: `verified`, or `id_mismatch` where a field that you sent does not agree.
   * @example "verified"
   */
  status: z.literal('verified'),
})
export const Mismatch = z.object({ state: z.literal('complete'), status: z.literal('id_mismatch') })
/** The look-up is in progress: its result follows as an event. */
export const InProgress = z.object({
  /** Always `IN_PROGRESS`. @example "IN_PROGRESS" */
  state: z.literal('IN_PROGRESS'),
  /** Always `IN_PROGRESS`. @example "IN_PROGRESS" */
  status: z.literal('IN_PROGRESS'),
})

// Never `complete`, so that nobody mistakes it for a verdict.
export const Failed = z.object({
  /** Always `failed`: it says nothing about the person. @example "failed" */
  state: z.literal('failed'),
  /**
   * Whether the registry has nobody, an unusable record, or gave no answer.
   * @example "registry_unavailable"
   */
  status: z.enum(['identity_not_found', 'record_unreadable', 'registry_unavailable']),
})
export type LateFailure = z.infer<typeof Failed>['status']

/** A look-up whose registry is not available now. */
export const PendingResponse = z.object({
  /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
  id,
  /** The look-up is in progress: its result follows as an event. */
  status: InProgress,
})

const summary = <Check extends string, Schema extends z.ZodMiniType>(check: Check, schema: Schema) =>
  unmasked(
    z.object({
      /** How what you sent compares with the registry. */
      [check]: schema,
    } as Record<Check, Schema>),
  )

/** Only these combinations exist: `verified` with a partial or no match cannot be written. */
export const conclusionSchemas = <Check extends string>(check: Check) => ({
  verified: {
    /** How what you sent compares. */
    summary: summary(check, VerifiedCheck),
    /** The result. Only `verified` means yes. */
    status: unmasked(Verified),
  },
  partial: { summary: summary(check, PartialCheck), status: unmasked(Mismatch) },
  none: { summary: summary(check, NoMatchCheck), status: unmasked(Mismatch) },
})

export const nothing = unmasked(z.null())

export const subject = {
  /** The id of the look-up. Read its verdict again with it. @example 890123456789012 */
  id: unmasked(id),
  /** The person, as you named them. */
  applicant: z.object({
    /** The first name that you sent. @example "Bunch" */
    firstname: masked('initials', z.string()),
    /** The last name that you sent. @example "Dillon" */
    lastname: masked('initials', z.string()),
  }),
}

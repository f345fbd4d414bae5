import * as z from 'zod/mini'

/**
 * What an endpoint with the payload `masked` is sent of a field. A field that says nothing here is not sent at all:
 * its place holds null. So a new field is hidden until somebody decides otherwise.
 */
export type Mask =
  /** As it is, and everything inside it. For words of ours, ids, times and states. */
  | 'shown'
  /** The first letter of every word: `Ngozi Ada` → `N*** A***`. */
  | 'initials'
  /** The last four characters of a number or telephone. */
  | 'last-four'
  /** The first letter and the domain of a mail address. */
  | 'mailbox'
  /** The form of a date, without its digits. */
  | 'date-form'

/** Which schemas say how they are masked. */
export const masks = z.registry<{ readonly mask: Mask }>()

/** The same schema, declared to be masked so; a schema that others use too is not touched. */
export const masked = <Schema extends z.ZodMiniType>(mask: Mask, schema: Schema): Schema => {
  const own = z.clone(schema)
  masks.add(own, { mask })
  return own
}

/** A field that `masked` shows as it is. */
export const unmasked = <Schema extends z.ZodMiniType>(schema: Schema): Schema => masked('shown', schema)

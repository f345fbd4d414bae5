import * as z from 'zod/mini'

/**
 * What the payload `masked` shows of a field. A field without a mask is null, so that a new field is hidden until
 * somebody decides otherwise.
 */
export type Mask =
  | 'shown'
  /** The first letter of every word: `Ngozi Ada` → `N*** A***`. */
  | 'initials'
  /** The last four characters of a number or telephone. */
  | 'last-four'
  /** The first letter and the domain of a mail address. */
  | 'mailbox'
  /** The form of a date, without its digits. */
  | 'date-form'

export const masks = z.registry<{ readonly mask: Mask }>()

/** A copy of the schema with a mask: other uses of the schema are unaffected. */
export const masked = <Schema extends z.ZodMiniType>(mask: Mask, schema: Schema): Schema => {
  const own = z.clone(schema)
  masks.add(own, { mask })
  return own
}

export const unmasked = <Schema extends z.ZodMiniType>(schema: Schema): Schema => masked('shown', schema)

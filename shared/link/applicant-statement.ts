import * as z from 'zod/mini'
import { omitUndefined } from '../verification/order.ts'
import { type ApplicantField, ApplicantForm } from './applicant-contract.ts'

/**
 * Which text the applicant agreed to or not: it changes with every change of what the page says of who asks, why, what
 * happens and what is kept.
 */
export const noticeVersion = '2026-11'

/** What the applicant said on their page, for the agent and the reviewer. It is a stranger's text, never markup. */
export interface ApplicantStatement {
  readonly consent: 'given' | 'refused'
  readonly noticeVersion: string
  /** ISO 8601. */
  readonly saidAt: string
  /** When a visit or a call suits them, in their words. */
  readonly time?: string
  /** Another number to call. */
  readonly phone?: string
  /** A landmark, a Plus Code, the way. */
  readonly place?: string
  /** Degrees, WGS 84: where the place is, as they say. */
  readonly latitude?: number
  readonly longitude?: number
  readonly hasMoved: boolean
  readonly newAddress?: string
}

/** A form as it came, and which of its fields are bad. */
export type ReadForm =
  | { readonly says: ApplicantStatement; readonly bad?: undefined }
  | { readonly says?: undefined; readonly bad: readonly ApplicantField[] }

type Sent = Readonly<Record<string, string | undefined>>

/** An address is written in lines, and kept in one. */
const inOneLine = (text: string | undefined): string | undefined => text?.replace(/\s*[\r\n]+\s*/g, ', ')

const isOnEarth = ({ latitude, longitude }: Pick<ApplicantStatement, 'latitude' | 'longitude'>): boolean =>
  Math.abs(latitude ?? 0) <= 90 && Math.abs(longitude ?? 0) <= 180

const pinOf = (position: string | undefined) => {
  if (position === undefined) return {}
  const [latitude, longitude] = position
    .trim()
    .split(/[,;\s]+/)
    .map(Number)
  return { latitude: latitude!, longitude: longitude! }
}

/** What a form says. @param at ISO 8601 */
export const readApplicantForm = (sent: Sent, at: string): ReadForm => {
  const { data, error } = z.safeParse(ApplicantForm, { ...sent, newAddress: inOneLine(sent.newAddress) })
  if (error) {
    const names = new Set(error.issues.map(({ path }) => path[0] as ApplicantField))
    return { bad: [...names] }
  }
  const { position, moved, ...said } = data
  const pin = pinOf(position)
  if (!isOnEarth(pin)) return { bad: ['position'] }
  const hasMoved = moved === 'yes' || said.newAddress !== undefined
  return { says: { ...omitUndefined(said), ...pin, hasMoved, noticeVersion, saidAt: at } }
}

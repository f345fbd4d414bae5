import * as z from 'zod/mini'
import { Role } from '../../account/contract.ts'
import { timestamp } from './text.ts'

/** Who is signed in, and for how long. */
export const Session = z.object({
  /** The issuer's subject. */
  id: z.string(),
  roles: z.array(Role),
  /** When it ends, whatever is done. */
  endsAt: timestamp,
  /** When it ends unless this is asked again. */
  idleEndsAt: timestamp,
})
export type Session = z.infer<typeof Session>

const ownPage = /^\/v1\/(work|desk|portal|docs|session)(\/[\w-]{1,100}){0,4}$/

/** Where a sign-in may lead: to our own pages, and nowhere else. */
export const ReturnTo = z.string().check(z.regex(ownPage, 'Expected the path of a page, as in /v1/work.'))

const word = z.optional(z.string().check(z.maxLength(4000)))

/** What an issuer sends back with a person (RFC 6749 §4.1.2, RFC 9207). */
export const IssuerAnswer = z.object({ code: word, state: word, iss: word, error: word })
export type IssuerAnswer = z.infer<typeof IssuerAnswer>

import { createHash } from 'node:crypto'
import type { Publication } from '../event/publication.ts'
import type { VerificationKey } from '../table/tenant.ts'

/** Which decision a report is of. */
interface CheckedDecision extends VerificationKey {
  readonly revision: number
}

/** 132 bits. The event's bytes hold what nobody guesses, and whoever has the report has its receipt, which names their digest. */
const digestLength = 22

/** Names a report, for whoever has it: without a secret, so that it works for as long as the record is kept. Undefined where no event was stored. */
export const checkCodeOf = (
  { organisationId, mode, verificationId, revision }: CheckedDecision,
  { event }: Pick<Publication, 'event'>,
): string | undefined => {
  if (!event) return undefined
  const digest = createHash('sha256').update(`report ${event.id} ${event.sha256}`).digest('base64url')
  const ids = [organisationId, verificationId].map(id => id.toString(36))
  return [mode === 'live' ? 'l' : 't', ...ids, revision, digest.slice(0, digestLength)].join('.')
}

const form = /^([lt])\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([1-9]\d?)\.[\w-]{22}$/

/** What a code claims to be of; it proves nothing before it is compared. */
export const readCheckCode = (code: string): CheckedDecision | undefined => {
  const [, mode, organisation = '', verification = '', revision] = form.exec(code) ?? []
  if (mode === undefined) return undefined
  const [organisationId, verificationId] = [organisation, verification].map(id => Number.parseInt(id, 36))
  return {
    organisationId: organisationId!,
    mode: mode === 'l' ? 'live' : 'test',
    verificationId: verificationId!,
    revision: Number(revision),
  }
}

import { Problem } from './contract/problem.ts'

/* Where whoever finds a weakness reports it: https://www.rfc-editor.org/rfc/rfc9116 */

const dayMs = 86_400_000
/** What has expired nobody believes any more. It is renewed each day that the stage answers. */
const lifeDays = 90

/** @param contact an email address or an https address. @throws Problem not_found where the stage names none */
export const securityText = (contact: string | null, nowMs: number): string => {
  if (contact === null)
    throw new Problem('not_found', 'This stage names nobody to whom weaknesses are reported.')
  const expires = new Date(Math.floor(nowMs / dayMs) * dayMs + lifeDays * dayMs).toISOString()
  const address = contact.startsWith('https:') ? contact : `mailto:${contact}`
  return `Contact: ${address}\nExpires: ${expires}\nPreferred-Languages: en\n`
}

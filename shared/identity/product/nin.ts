import { IdentityClaim } from '../contract/claim.ts'
import { ninRegister } from '../registry/adapters.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { ninResponseMapping } from './nin-response.ts'

/**
 * Asks the national identity registry of Nigeria for a NIN, and compares its record with what you send. The
 * event follows only a 202.
 *
 * Answers with the basic record: names, phone, gender, date of birth, photo and address.
 */
export const nin = {
  ...ninRegister,
  name: 'nin',
  otherNames: [],
  parameter: 'idNumber',
  summary: 'Check a person against the national identity registry of Nigeria',
  claim: IdentityClaim,
  answer: ninResponseMapping,
  priceNgn: 150,
  errorImpact: 'Integrators cannot check a NIN: their users cannot sign up.',
} as const satisfies IdentityProductDefinition

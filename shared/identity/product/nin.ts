import { IdentityClaim } from '../contract/claim.ts'
import { ninRegister } from '../registry/adapters.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { ninResponseMapping } from './nin-response.ts'

export const nin = {
  ...ninRegister,
  name: 'nin',
  otherNames: [],
  parameter: 'idNumber',
  summary: 'Check a person against the national identity registry of Nigeria',
  description: 'Answers with the basic record: names, phone, gender, date of birth, photo and address.',
  claim: IdentityClaim,
  answer: ninResponseMapping,
  priceNgn: 150,
  errorImpact: 'Integrators cannot check a NIN: their users cannot sign up.',
} as const satisfies IdentityProductDefinition

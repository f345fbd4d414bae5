import * as z from 'zod/mini'
import { timestamp } from '../../http/contract/text.ts'
import { DocumentSeen } from '../../evidence/contract.ts'
import { employmentConfirmations, sources } from '../../assignment/attestation-contract.ts'
import { Fact } from './fact-contract.ts'

/** How an employer's word came, and what is to be known about it; all null but the facts where nobody said anything. */
export const EmployerCase = z.object({
  claim: z.nullable(z.enum(employmentConfirmations)),
  source: z.nullable(z.enum(['page', ...sources])),
  answeredAt: z.nullable(timestamp),
  /** Where the link went through which they answered. */
  linkSentTo: z.nullable(z.string()),
  facts: z.array(Fact),
  /** What the applicant sent, as their employer was not reached. */
  documents: z.array(DocumentSeen),
})
export type EmployerCase = z.infer<typeof EmployerCase>

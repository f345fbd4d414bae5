import { currentRegion } from '../../aws/signed-call.ts'
import { setting } from '../../aws/environment.ts'
import { deriveId } from '../../aws/encryption.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import type { Tenant } from '../../table/tenant.ts'
import { validateCloudDestination } from './arn.ts'

/** The role of a customer's by which events get into their account, and what it has to trust. */
export interface CloudRole {
  readonly arn: string
  /** An organisation's own in a mode, which nobody else has us use. */
  readonly externalId: string
  /** Ours. */
  readonly trustedAccountId: string
}

/** A role as its owner has to make it. */
export const toCloudRole = async ({ organisationId, mode }: Tenant, arn: string): Promise<CloudRole> => ({
  arn,
  externalId: await deriveId('external-id', `${organisationId} ${mode}`),
  trustedAccountId: setting('TRUSTED_ACCOUNT_ID'),
})

/** Judges a queue or bus, and the role. @throws Problem invalid_request naming every field that is wrong */
export const assertCloudDestination = (place: {
  url: string
  roleArn: string | undefined
  hasHeaders: boolean
}): void => {
  const errors = validateCloudDestination(place, currentRegion())
  if (errors.length > 0) throw invalidRequest(errors)
}

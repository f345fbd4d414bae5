import { setting } from '../../aws/environment.ts'
import { deriveId } from '../../aws/secret.ts'
import { currentRegion } from '../../aws/signed-call.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import type { Tenant } from '../../table/tenant.ts'
import { isArn, validateCloudDestination } from '../cloud/arn.ts'
import type { UpdateWebhook } from '../contract.ts'
import { checkUrl, resolveHost } from '../transport/destination.ts'
import type { CloudRole, Endpoint } from './endpoint.ts'
import { destinationRules } from './receiver.ts'
import { listEndpoints } from './store.ts'

const refused = (code: string, detail: string, pointer = '/url') =>
  invalidRequest([{ pointer, code, detail }])

/** The one that the tenant's roles trust already, however often the secret has been rotated since. */
const externalIdOf = async (tenant: Tenant): Promise<string> => {
  const known = (await listEndpoints(tenant)).find(({ role }) => role)?.role
  return known?.externalId ?? (await deriveId('external-id', `${tenant.organisationId} ${tenant.mode}`))
}

/** Checks a destination as every attempt will. @throws Problem invalid_request naming every field that is wrong */
export const assertDestination = async (
  tenant: Tenant,
  input: { readonly url: string; readonly roleArn: string | undefined; readonly hasHeaders: boolean },
): Promise<CloudRole | undefined> => {
  const { url, roleArn } = input
  if (isArn(url)) {
    const errors = validateCloudDestination(input, currentRegion())
    if (errors.length > 0) throw invalidRequest(errors)
    return {
      arn: roleArn!,
      externalId: await externalIdOf(tenant),
      trustedAccountId: setting('TRUSTED_ACCOUNT_ID'),
    }
  }
  if (roleArn !== undefined)
    throw refused('not_allowed', 'Only a queue or bus is reached by a role.', '/roleArn')
  const rules = destinationRules()
  const checked = checkUrl(url, rules)
  if (!checked.ok) throw refused(checked.reason, checked.detail)
  const found = await resolveHost(checked.url, rules)
  if (!found.ok) throw refused(found.failure, found.detail)
  return undefined
}

/** A queue or bus keeps its role unless another is named. @throws Problem invalid_request */
export const assertChangedDestination = async (
  endpoint: Endpoint,
  { url = endpoint.url, roleArn }: Pick<UpdateWebhook, 'url' | 'roleArn'>,
  hasHeaders: boolean,
): Promise<CloudRole | undefined> => {
  if (url === endpoint.url && roleArn === undefined && !endpoint.role) return undefined
  const kept = isArn(url) ? endpoint.role?.arn : undefined
  return assertDestination(endpoint, { url, roleArn: roleArn ?? kept, hasHeaders })
}

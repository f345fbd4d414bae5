import { setting } from '../../aws/environment.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import type { Tenant } from '../../table/tenant.ts'
import { isArn } from '../cloud/arn.ts'
import { assertCloudDestination, type CloudRole, toCloudRole } from '../cloud/role.ts'
import { sendToCloud } from '../cloud/send.ts'
import { callEndpoint, type CallRecord } from '../transport/attempt.ts'
import { checkUrl, type DestinationRules } from '../transport/destination.ts'
import { resolveHost } from '../transport/resolution.ts'
import { signedHeaders } from '../transport/signature.ts'
import type { Endpoint } from './endpoint.ts'
import { decryptHeaders } from './encrypted-header.ts'
import { decryptSecrets } from './encrypted-secret.ts'
import { liveSecrets } from './secret.ts'

/** Which receivers this stage may call: the public internet over https, and on the laptop the laptop itself. */
export const destinationRules = (): DestinationRules => ({
  allowHttp: setting('WEBHOOK_ALLOW_LOCAL'),
  allowLoopback: setting('WEBHOOK_ALLOW_LOCAL'),
})

const refused = (code: string, detail: string, pointer = '/url') =>
  invalidRequest([{ pointer, code, detail }])

/** Judges a receiver's URL as every attempt will. @throws Problem invalid_request saying what is wrong with it */
const assertUrl = async (url: string): Promise<void> => {
  const rules = destinationRules()
  const checked = checkUrl(url, rules)
  if (!checked.ok) throw refused(checked.reason, checked.detail)
  const found = await resolveHost(checked.url, rules)
  if (!found.ok) throw refused(found.failure, found.detail)
}

/** Where events are to go, as a registration or a change says it. */
interface DestinationInput {
  readonly url: string
  readonly roleArn: string | undefined
  readonly hasHeaders: boolean
}

/**
 * Judges where events are to go: a URL, or a queue or bus with its role. Answers the role as its owner has to make it.
 * @throws Problem invalid_request saying what is wrong
 */
export const assertDestination = async (
  tenant: Tenant,
  receiving: DestinationInput,
): Promise<CloudRole | undefined> => {
  const { url, roleArn } = receiving
  if (isArn(url)) {
    assertCloudDestination(receiving)
    return toCloudRole(tenant, roleArn!)
  }
  if (roleArn !== undefined)
    throw refused('not_allowed', 'Only a queue or bus is reached by a role.', '/roleArn')
  await assertUrl(url)
  return undefined
}

/**
 * Judges where an endpoint's events are to go after a change, as far as that says anything of it: a queue or bus keeps
 * its role unless another is named. Answers the role.
 * @throws Problem invalid_request saying what is wrong
 */
export const assertChangedDestination = async (
  endpoint: Endpoint,
  {
    url = endpoint.url,
    roleArn,
  }: { readonly url?: string | undefined; readonly roleArn?: string | undefined },
  hasHeaders: boolean,
): Promise<CloudRole | undefined> => {
  const isSame = url === endpoint.url && roleArn === undefined
  if (isSame && !endpoint.role) return undefined
  const kept = isArn(url) ? endpoint.role?.arn : undefined
  return assertDestination(endpoint, { url, roleArn: roleArn ?? kept, hasHeaders })
}

/** An event or a ping for an endpoint, to be signed with what is live now. */
export interface ReceiverRequest {
  readonly endpoint: Endpoint
  readonly id: string
  readonly body: string
  readonly now: Date
  /** What it is about; a queue that keeps an order keeps it among these. */
  readonly subjectId: number
  /** An event's place in time; a ping has none. */
  readonly place?: { readonly sequence: number; readonly occurredAt: string }
}

const placeHeaders = ({ place }: ReceiverRequest): Record<string, string> =>
  place ? { 'x-sequence': `${place.sequence}`, 'x-occurred-at': place.occurredAt } : {}

/** The same to a queue or bus: what are headers to a receiver stand beside the bytes. */
const callCloud = (
  request: ReceiverRequest,
  role: CloudRole,
  secrets: readonly string[],
  timeoutSeconds: number,
): Promise<CallRecord> => {
  const { endpoint, id, body, now, subjectId } = request
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  const hasHexSignature = endpoint.bodySignature
  const { 'user-agent': _, ...signed } = signedHeaders({
    id,
    body,
    secrets,
    timestampSeconds,
    hasHexSignature,
  })
  const headers = { ...signed, ...placeHeaders(request) }
  return sendToCloud(
    { url: endpoint.url, role },
    { id, body, headers, group: `${subjectId}` },
    { now, timeoutSeconds },
  )
}

/** One signed request under the stage's rules. It throws only if what the endpoint has sealed does not open. */
export const callReceiver = async (request: ReceiverRequest, timeoutSeconds: number): Promise<CallRecord> => {
  const { endpoint, id, body, now } = request
  const opened = await decryptSecrets(endpoint.id, liveSecrets(endpoint.secrets, now.toISOString()))
  const secrets = opened.map(({ secret }) => secret)
  if (endpoint.role) return callCloud(request, endpoint.role, secrets, timeoutSeconds)
  return callEndpoint({
    endpointUrl: endpoint.url,
    id,
    body,
    now,
    headers: { ...(await decryptHeaders(endpoint.id, endpoint.headers)), ...placeHeaders(request) },
    secrets,
    hasHexSignature: endpoint.bodySignature,
    rules: destinationRules(),
    timeoutSeconds,
  })
}

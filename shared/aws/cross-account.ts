import { createHash } from 'node:crypto'
import { services } from './services.ts'
import {
  createJsonCaller,
  errorCodeIn,
  openPosts,
  regionalEndpoint,
  serviceEndpoint,
  xmlErrorCodeIn,
} from './signed-call.ts'
import type { Credentials } from './sigv4.ts'
import { type SendOptions, sendOnce } from './transport.ts'

/*
 * By hand, since every delivery to a queue or a bus comes here: the SDK's client of STS alone would add 37 KB to
 * `dispatch/deliver` (278 KB).
 */

interface AssumeRoleInput {
  readonly roleArn: string
  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html */
  readonly externalId: string
  /** A session policy: the rights of the role that are used. */
  readonly policy: object
}

/** AWS's error code where there are no keys; absent without a response. */
export type AssumeRoleResult = { readonly credentials: Credentials } | { readonly refusal: string }

const openToAll = 'NoExternalId'

/** Maximum for role chaining: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
const longestSeconds = 3600
const earlyMs = 300_000
const remembered = 500

const fieldIn = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const ask = async (
  { roleArn, externalId, policy }: AssumeRoleInput,
  nowMs: number,
  options: SendOptions,
): Promise<AssumeRoleResult> => {
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'verification-events',
    DurationSeconds: `${longestSeconds}`,
    ExternalId: externalId,
    Policy: JSON.stringify(policy),
  })
  // https://smithy.io/2.0/aws/protocols/aws-query-protocol.html
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const post = openPosts(services.sts, serviceEndpoint(services.sts))
  const answer = await sendOnce(services.sts, post({ path: '/', headers, body: `${form}` }, nowMs), options)
  if (!answer) return { refusal: '' }
  const xml = answer.body.toString()
  if (answer.statusCode !== 200) return { refusal: xmlErrorCodeIn(answer) }
  const field = (name: string) => unescaped(fieldIn(xml, name))
  const [accessKeyId, secretAccessKey] = [field('AccessKeyId'), field('SecretAccessKey')]
  return { credentials: { accessKeyId, secretAccessKey, sessionToken: field('SessionToken') } }
}

const known = new Map<string, { readonly credentials: Credentials; readonly untilMs: number }>()

const keyOf = (assumption: AssumeRoleInput): string =>
  createHash('sha256').update(JSON.stringify(assumption)).digest('base64')

/** Refuses a role that can also be assumed with another external id: anybody who knows its name could have us use it. */
const assumeRole = async (
  assumption: AssumeRoleInput,
  nowMs: number,
  options: SendOptions = {},
): Promise<AssumeRoleResult> => {
  const key = keyOf(assumption)
  const kept = known.get(key)
  if (kept && kept.untilMs > nowMs) return kept
  const stranger = await ask({ ...assumption, externalId: `not-${assumption.externalId}` }, nowMs, options)
  if ('credentials' in stranger) return { refusal: openToAll }
  // Only a denial says that the role is guarded.
  if (stranger.refusal !== 'AccessDenied') return stranger
  const assumed = await ask(assumption, nowMs, options)
  if (!('credentials' in assumed)) return assumed
  if (known.size >= remembered) known.clear()
  known.set(key, { ...assumed, untilMs: nowMs + longestSeconds * 1000 - earlyMs })
  return assumed
}

/** The owner may have recreated the role. */
const forgetRole = (assumption: AssumeRoleInput): void => {
  known.delete(keyOf(assumption))
}

export interface CrossAccountCall {
  readonly service: 'sqs' | 'events'
  readonly region: string
  /** The partition's domain, such as `amazonaws.com`. */
  readonly domain: string
  readonly operation: string
  readonly input: object
}

export type CrossAccountResult =
  | { readonly refusal: string }
  | { readonly status: number; readonly word: string; readonly body: Buffer }
  | undefined

export const callWithRole = async (
  assumption: AssumeRoleInput,
  { service, region, domain, operation, input }: CrossAccountCall,
  nowMs: number,
  options: SendOptions,
): Promise<CrossAccountResult> => {
  const assumed = await assumeRole(assumption, nowMs, options)
  if (!('credentials' in assumed)) return assumed
  const calls = createJsonCaller(
    services[service],
    regionalEndpoint(services[service], region, domain),
    assumed.credentials,
  )
  const answer = await sendOnce(services[service], calls(operation, JSON.stringify(input), nowMs), options)
  if (answer?.statusCode === 400 || answer?.statusCode === 403) forgetRole(assumption)
  return answer && { status: answer.statusCode, word: errorCodeIn(answer), body: answer.body }
}

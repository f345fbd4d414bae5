import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import { type Json, object, texts, unknownKeys } from '../json.ts'
import { type Answer, type GatewayRequest, xmlError } from '../service-call.ts'
import { type LockedBucket, lockProblems, openVersions, readDefaultLock } from './locked/versions.ts'

interface CorsRule {
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
  readonly exposed: readonly string[]
  readonly maxAge: number
}

export type BucketCors = readonly CorsRule[]

const rulesIn = (configuration: Json | undefined): readonly Json[] => {
  const { CorsRules: rules } = object(configuration)
  return Array.isArray(rules) ? rules : []
}

const bucketCorsProblems = (configuration: Json | undefined): string[] =>
  rulesIn(configuration)
    .flatMap(rule => unknownKeys(rule, 'AllowedOrigins AllowedMethods AllowedHeaders ExposedHeaders MaxAge'))
    .map(name => `CorsConfiguration.CorsRules.${name} is not supported`)

const readBucketCors = (configuration: Json | undefined): BucketCors =>
  rulesIn(configuration).map(given => {
    const rule = object(given)
    return {
      origins: texts(rule.AllowedOrigins),
      methods: texts(rule.AllowedMethods),
      headers: texts(rule.AllowedHeaders).map(name => name.toLowerCase()),
      exposed: texts(rule.ExposedHeaders),
      maxAge: Number(rule.MaxAge ?? 0),
    }
  })

const includes = (allowed: readonly string[], asked: string): boolean =>
  allowed.includes('*') || allowed.includes(asked)

const ruleFor = (rules: BucketCors, origin: string, method: string, headers: readonly string[]) =>
  rules.find(
    rule =>
      includes(rule.origins, origin) &&
      rule.methods.includes(method) &&
      headers.every(name => includes(rule.headers, name)),
  )

const said = (rule: CorsRule, origin: string): Record<string, string> => ({
  'access-control-allow-origin': rule.origins.includes('*') ? '*' : origin,
  'access-control-allow-methods': rule.methods.join(', '),
  ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
})

const namesIn = (list = ''): readonly string[] =>
  list
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '')

export const bucketPreflight = (
  { method, headers }: Pick<GatewayRequest, 'method' | 'headers'>,
  rules: BucketCors,
): Answer | undefined => {
  const { origin, 'access-control-request-method': wanted } = headers
  if (method !== 'OPTIONS' || origin === undefined || wanted === undefined) return undefined
  const asked = namesIn(headers['access-control-request-headers'])
  const rule = ruleFor(rules, origin, wanted, asked)
  if (rule === undefined)
    return xmlError(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  const about = {
    'access-control-allow-headers': asked.join(', '),
    'access-control-max-age': `${rule.maxAge}`,
  }
  return { status: 200, headers: { ...said(rule, origin), ...about }, body: Buffer.alloc(0) }
}

export const readableAcrossOrigins = (
  answer: Answer,
  { method, headers }: Pick<GatewayRequest, 'method' | 'headers'>,
  rules: BucketCors,
): Answer => {
  const rule = headers.origin === undefined ? undefined : ruleFor(rules, headers.origin, method, [])
  return rule ? { ...answer, headers: { ...answer.headers, ...said(rule, headers.origin!) } } : answer
}

export const bucketProblems = ({ properties }: HostedResource): string[] => [
  ...bucketCorsProblems(properties.CorsConfiguration),
  ...lockProblems(properties),
]

export const hostBucket = ({ ref: name, properties }: HostedResource): readonly [string, BucketCors] => [
  name,
  readBucketCors(properties.CorsConfiguration),
]

/** Undefined for a bucket without a lock. Existing locks stay when the bucket's default changes. */
export const hostLock = (
  { ref: name, properties }: HostedResource,
  database: DatabaseSync,
): LockedBucket | undefined => {
  const lock = readDefaultLock(properties.ObjectLockConfiguration)
  return lock && { name, lock, versions: openVersions(database, name) }
}

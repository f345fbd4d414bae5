import * as z from 'zod/mini'
import { orNull } from '../http/contract/text.ts'

export const headerLimit = 5
/** In characters: a token of an identity provider fits. */
const longest = { name: 64, value: 2000 } as const

const ours = ['host', 'user-agent', 'x-sequence', 'x-occurred-at']
/** Of one connection, not of the message (RFC 9110 §7.6.1), or asking for another exchange than there is (§7.8, §10.1.1). */
const ofConnections = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'max-forwards',
]
/** They say on whose behalf a request comes (RFC 7239, RFC 9110 §7.6.3): a receiver that believes them must hear the truth. */
const ofProxies = ['forwarded', 'via', 'x-real-ip']
const reserved: ReadonlySet<string> = new Set([...ours, ...ofConnections, ...ofProxies])
const reservedBeginnings = ['content-', 'webhook-', 'x-verifyme-', 'proxy-', 'x-forwarded-']

/** Receivers behind CGI (RFC 3875 §4.1.18) read `-` and `_` as one: names that differ in these alone are the same. */
export const headerIdentity = (name: string): string => name.toLowerCase().replaceAll('_', '-')

const isReservedHeader = (name: string): boolean => {
  const identity = headerIdentity(name)
  return reserved.has(identity) || reservedBeginnings.some(beginning => identity.startsWith(beginning))
}

/** A field name (RFC 9110 §5.1): a token, in any case. */
const headerName = z.string().check(
  z.maxLength(longest.name),
  z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "Expected a header's name: letters, digits and dashes."),
  z.refine(name => !isReservedHeader(name), { error: 'This header is set by the service alone.' }),
)

/** A field value (RFC 9110 §5.5) of the characters that no program reads in two ways. */
const headerValue = z
  .string()
  .check(
    z.maxLength(longest.value),
    z.regex(
      /^[!-~](?:[\t -~]*[!-~])?$/,
      'Expected visible ASCII characters; spaces may stand between them, and no line break.',
    ),
  )

/** A header of your own. */
export const WebhookHeader = z.object({
  /** The name of the header. @example "Authorization" */
  name: headerName,
  /** The value: visible ASCII characters. Null removes the header of this name. @example "Bearer 7f3c" */
  value: z.nullable(headerValue),
})
export type WebhookHeader = z.infer<typeof WebhookHeader>

const repeatedIn = (headers: readonly WebhookHeader[]): readonly number[] => {
  const names = headers.map(({ name }) => headerIdentity(name))
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
}

export const webhookHeaders = orNull(
  z.array(WebhookHeader).check(z.maxLength(2 * headerLimit), ({ value, issues }) => {
    for (const index of repeatedIn(value))
      issues.push({
        code: 'custom',
        input: value,
        path: [index, 'name'],
        message: 'This header is named twice.',
      })
  }),
)

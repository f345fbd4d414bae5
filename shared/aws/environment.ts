import * as z from 'zod/mini'
import { Fault } from './errors.ts'

const parseJson = z.transform((text: string): unknown => JSON.parse(text))
const json = <Schema extends z.core.$ZodType>(schema: Schema) => z.pipe(z.pipe(z.string(), parseJson), schema)

const isTrue = z.transform((text: string | undefined) => text === 'true')
const flag = z.pipe(z.optional(z.string()), isTrue)

/** Every variable of a function; `infra` sets each together with its grant. */
export const variables = {
  STAGE: z.string(),
  TABLE_NAME: z.string(),
  /** Without a trailing slash. */
  API_URL: z.string(),
  MEDIA_BUCKET: z.string(),
  MEDIA_URL: z.string(),
  TRAIL_LOG_BUCKET: z.string(),
  REENCODE_FUNCTION: z.string(),
  COMPLETIONS_QUEUE_URL: z.string(),
  DELIVERIES_QUEUE_URL: z.string(),
  SLOW_DELIVERIES_QUEUE_URL: z.string(),
  VISITS_QUEUE_URL: z.string(),
  RECONCILIATIONS_QUEUE_URL: z.string(),
  /** URLs by queue: `from` its dead letters, `to` itself. */
  DEAD_LETTERS: json(z.record(z.string(), z.object({ from: z.string(), to: z.string() }))),
  WORKFLOW_ARN: z.string(),
  ID_NUMBER_SECRET: z.string(),
  FILE_TOKEN_SECRET: z.string(),
  LINK_SECRET: z.string(),
  PAGES_URL: z.string(),
  MESSAGES_QUEUE_URL: z.string(),
  MESSAGE_SENDERS: json(
    z.object({
      sender: z.nullable(z.string()),
      smsOrigin: z.nullable(z.string()),
      inTestMode: z.boolean(),
      countries: z.array(z.string()),
      limits: z.object({ perMatter: z.number(), perRecipient: z.number(), perClient: z.number() }),
    }),
  ),
  WEBHOOK_RETRY_DELAYS_SECONDS: json(z.array(z.number())),
  WEBHOOK_TIMEOUT_SECONDS: z.coerce.number(),
  WEBHOOK_ALLOW_LOCAL: flag,
  TRUSTED_ACCOUNT_ID: z.string(),
  WEBHOOK_LIMITS: json(z.object({ resends: z.number(), recoveries: z.number(), pings: z.number() })),
  CONSENT_REQUIRED: json(z.array(z.string())),
  PRICES: json(z.record(z.string(), z.number())),
  REGISTRIES: json(z.record(z.string(), z.object({ baseUrl: z.string(), secretName: z.string() }))),
  SOURCE_ADDRESS_KEY: z.string(),
  SIGN_IN: json(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      secretName: z.nullable(z.string()),
      groupsClaim: z.string(),
      roles: z.record(z.string(), z.string()),
      url: z.string(),
    }),
  ),
  REQUESTS_PER_MINUTE: z.coerce.number(),
  LOOKUP_LIMITS: json(
    z.object({ perClientPerMinute: z.number(), perNumberPerDay: z.number(), fruitlessPerDay: z.number() }),
  ),
  LOOKUP_RETRIES: json(z.object({ retrySeconds: z.array(z.number()), giveUpSeconds: z.number() })),
  PERSONAL_DATA_SECRET: z.string(),
  RECEIPT_KEY_SECRET: z.string(),
  DATA_KEY_SECRET: z.string(),
  LOOKUPS_QUEUE_URL: z.string(),
  SIMULATED_AGENT_DELAY_SECONDS: z.coerce.number(),
  VERIFICATION_EXPIRY_SECONDS: z.coerce.number(),
  FIELDWORK_LIMITS: json(
    z.object({
      agentLeaseSeconds: z.number(),
      reviewLeaseSeconds: z.number(),
      claimsPerAgent: z.number(),
      radiusMetres: z.number(),
      fourEyes: z.boolean(),
      backCheckShare: z.number(),
      disputeDays: z.number(),
      disputeDueSeconds: z.number(),
    }),
  ),
  VERIFICATION_DUE_SECONDS: z.coerce.number(),
  ALLOW_FIXED_SECRETS: flag,
} as const

export type Variable = keyof typeof variables
type SettingValue<N extends Variable> = z.infer<(typeof variables)[N]>

const parse = (name: Variable): unknown => {
  const { success, data } = z.safeParse<z.ZodMiniType>(variables[name], process.env[name])
  if (!success) throw new Fault(`The environment variable ${name} is missing or ill-formed`)
  return data
}

const parsed: Record<string, unknown> = {}

/** Reads a setting and parses it on first use, so that imports stay free of side effects. @throws Error naming a missing or ill-formed variable */
export const setting = <N extends Variable>(name: N): SettingValue<N> => {
  const key = name + process.env[name]
  parsed[key] ??= parse(name)
  return parsed[key] as SettingValue<N>
}

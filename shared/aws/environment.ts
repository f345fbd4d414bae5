import * as z from 'zod/mini'
import { Fault } from './errors.ts'

const parseJson = () => z.transform((value: string): unknown => JSON.parse(value))
const json = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.pipe(z.pipe(z.string(), parseJson()), schema)

const isTrue = () => z.transform((value: string | undefined) => value === 'true')
const flag = () => z.pipe(z.optional(z.string()), isTrue())

const text = () => z.string()
const number = () => z.coerce.number()

/**
 * Every variable of a function; `infra` sets each together with its grant. A schema is made when its variable is asked for:
 * together they would be a quarter of all that an order's function makes as it starts.
 */
export const variables = {
  STAGE: text,
  /** Of the release. */
  VERSION: text,
  TABLE_NAME: text,
  /** Without a trailing slash. */
  API_URL: text,
  MEDIA_BUCKET: text,
  MEDIA_URL: text,
  TRAIL_LOG_BUCKET: text,
  LEDGER_BUCKET: text,
  REENCODE_FUNCTION: text,
  COMPLETIONS_QUEUE_URL: text,
  DELIVERIES_QUEUE_URL: text,
  SLOW_DELIVERIES_QUEUE_URL: text,
  VISITS_QUEUE_URL: text,
  RECONCILIATIONS_QUEUE_URL: text,
  /** URLs by queue: `from` its dead letters, `to` itself. */
  DEAD_LETTERS: () => json(z.record(z.string(), z.object({ from: z.string(), to: z.string() }))),
  WORKFLOW_ARN: text,
  ID_NUMBER_SECRET: text,
  FILE_TOKEN_SECRET: text,
  LINK_SECRET: text,
  PAGES_URL: text,
  MESSAGES_QUEUE_URL: text,
  MESSAGE_SENDERS: () =>
    json(
      z.object({
        sender: z.nullable(z.string()),
        smsOrigin: z.nullable(z.string()),
        inTestMode: z.boolean(),
        countries: z.array(z.string()),
        limits: z.object({ perMatter: z.number(), perRecipient: z.number(), perClient: z.number() }),
      }),
    ),
  WEBHOOK_RETRY_DELAYS_SECONDS: () => json(z.array(z.number())),
  WEBHOOK_TIMEOUT_SECONDS: number,
  WEBHOOK_ALLOW_LOCAL: flag,
  TRUSTED_ACCOUNT_ID: text,
  WEBHOOK_LIMITS: () => json(z.object({ resends: z.number(), recoveries: z.number(), pings: z.number() })),
  CONSENT_REQUIRED: () => json(z.array(z.string())),
  PRICES: () => json(z.record(z.string(), z.number())),
  REGISTRIES: () => json(z.record(z.string(), z.object({ baseUrl: z.string(), secretName: z.string() }))),
  SOURCE_ADDRESS_KEY: text,
  SECURITY_CONTACT: () => json(z.nullable(z.string())),
  SIGN_IN: () =>
    json(
      z.object({
        issuer: z.string(),
        clientId: z.string(),
        secretName: z.nullable(z.string()),
        groupsClaim: z.string(),
        roles: z.record(z.string(), z.string()),
        url: z.string(),
      }),
    ),
  REQUESTS_PER_MINUTE: number,
  LOOKUP_LIMITS: () =>
    json(
      z.object({ perClientPerMinute: z.number(), perNumberPerDay: z.number(), fruitlessPerDay: z.number() }),
    ),
  LOOKUP_RETRIES: () => json(z.object({ retrySeconds: z.array(z.number()), giveUpSeconds: z.number() })),
  PERSONAL_DATA_SECRET: text,
  RECEIPT_KEY_SECRET: text,
  DATA_KEY_SECRET: text,
  LOOKUPS_QUEUE_URL: text,
  SIMULATED_AGENT_DELAY_SECONDS: number,
  VERIFICATION_EXPIRY_SECONDS: number,
  FIELDWORK_LIMITS: () =>
    json(
      z.object({
        agentLeaseSeconds: z.number(),
        offerSeconds: z.number(),
        reviewLeaseSeconds: z.number(),
        claimsPerAgent: z.number(),
        radiusMetres: z.number(),
        fourEyes: z.boolean(),
        secondReviewShare: z.number(),
        backCheckShare: z.number(),
        disputeDays: z.number(),
        disputeDueSeconds: z.number(),
      }),
    ),
  VERIFICATION_DUE_SECONDS: number,
  ALLOW_FIXED_SECRETS: flag,
} as const

export type Variable = keyof typeof variables
type SettingValue<N extends Variable> = z.infer<ReturnType<(typeof variables)[N]>>

const parse = (name: Variable): unknown => {
  const { success, data } = z.safeParse<z.ZodMiniType>(variables[name](), process.env[name])
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

import type { Role } from '../shared/account/contract.ts'
import {
  type IdentityProduct,
  identityProducts,
  type RegistryName,
  registryNames,
} from '../shared/identity/products.ts'
import type { MessageCountry } from '../shared/link/message/limits.ts'
import { type Product, products as verificationProducts } from '../shared/verification/contract/product.ts'
import { definitionOf } from '../shared/verification/product/definitions.ts'
import { retryDelaysSeconds } from '../shared/webhook/delivery/result.ts'

/** Everything a customer is charged for. */
export type PricedProduct = Product | IdentityProduct

/** Who signs people in by OpenID Connect, where that is not our own pool. */
export interface Issuer {
  /** As its tokens name it: `https://login.example.com/`. */
  readonly url: string
  /** Ours there; its redirect address is `…/v1/session/callback`. */
  readonly clientId: string
  /** Whether the issuer gave this client a secret, which the operator then puts into Secrets Manager. */
  readonly hasSecret: boolean
  readonly groupsClaim: string
}

/** A domain of the operator's: this stage serves it, once its DNS leads here. */
export interface Domain {
  readonly domain: string
  readonly certificateArn: string
}

/** One, or the URL of something else that leads here, such as a CDN, without a slash at the end. */
export type Host = Domain | string

export const isDomain = (host: Host | null): host is Domain => typeof host === 'object' && host !== null

export const hostNames = ['api', 'pages', 'links', 'media'] as const
export type HostName = (typeof hostNames)[number]

/** Where a stage may lie. Another region is another line, once it is known to have what the stage uses. */
export const regions = {
  'af-south-1': 'Cape Town',
  'eu-central-1': 'Frankfurt',
  'eu-west-1': 'Ireland',
  'eu-west-2': 'London',
  'us-east-1': 'North Virginia',
} as const

export type RegionName = keyof typeof regions

/** For how long a tenth of the calls meets new code first: those that CodeDeploy knows, and not at all. */
export const canaryMinutes = [0, 5, 10, 15, 30] as const
export type CanaryMinutes = (typeof canaryMinutes)[number]

/** All that may differ between two stages. A new difference is a new field here, and the compiler asks every stage for it. */
export interface Stage {
  readonly name: string
  /** The start of every physical name: two stages with different prefixes never touch. Up to 20 characters. */
  readonly prefix: string
  /** `null`: whichever the CLI is set to. The same stage in two regions is two stages that never touch. */
  readonly region: RegionName | null
  /**
   * Which table the stage lives on: `data`, until it went back to a point in time. `npm run admin -- restore plan` says
   * what it is then.
   */
  readonly table: string
  readonly keepsData: boolean
  /**
   * How the log of the trails is locked. COMPLIANCE: nobody can remove a version before its time, the account's root
   * included, and the bucket stays as long. GOVERNANCE: who has a permission of its own can, so that the stage can go.
   */
  readonly trailLock: 'GOVERNANCE' | 'COMPLIANCE'
  readonly deletionProtection: boolean
  /** Stacks that are not there yet, or whose first create failed, as `npm run deploy` finds them. */
  readonly incomplete: readonly string[]
  /** One of the periods that CloudWatch Logs knows: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365 … */
  readonly logRetentionDays: number
  /** X-Ray. About $15 per million verifications and $5 per million look-ups, more than all of Lambda: on where time is looked for. */
  readonly tracing: boolean
  /** `email: null` leaves the alarm topic without a reader; `-c alarmEmail=…` names one without a commit. */
  readonly alarms: { readonly enabled: boolean; readonly email: string | null }
  /**
   * How new code of the API reaches callers: with the deploy, or first a tenth of each path's calls; if an alarm rings
   * meanwhile, all of them go back to the code before. 0 minutes, or `-c canary=no`, is for a fix while alarms ring,
   * which would stop it.
   */
  readonly change: 'at once' | { readonly canaryMinutes: CanaryMinutes }
  /** Per API, over all callers: requests per second, and how many may come at once. */
  readonly throttle: { readonly ratePerSecond: number; readonly burst: number }
  /**
   * How many copies may run at once of each function that a caller can make wait: no more, so that one caller cannot
   * take the account, and no fewer, whatever else runs. `null` leaves them to the account, which must keep 100
   * unreserved and in its first days may run ten. `lookUp`, for each product: `copiesFor` so many a second, each as long
   * as its registry takes
   * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html).
   */
  readonly reserved: Readonly<Record<'signIn' | 'ping' | 'lookUp' | 'links' | 'decode', number>> | null
  /**
   * The origins of pages whose scripts may call the API from a browser; `null`: none, since a credential has no place in
   * one. Our own pages are of the API's origin and need none.
   */
  readonly allowedOrigins: readonly string[] | null
  /** Agents, reviewers and the operator's staff: who signs them in, and what they are then. */
  readonly people: {
    /** `null`: a Cognito user pool of the stage's own. */
    readonly issuer: Issuer | null
    /** The issuer's groups, and what who is in one may do. */
    readonly roles: Readonly<Record<string, Role>>
  }
  readonly requestsPerMinute: number
  readonly webhooks: {
    /** http, loopback and private addresses as receivers: for a receiver in the local environment. */
    readonly allowLocalReceivers: boolean
    /** The wait before the second, third … attempt. */
    readonly retryScheduleSeconds: readonly number[]
    readonly timeoutSeconds: number
    /** How often in an hour the service may be made to call receivers. */
    readonly perHour: { readonly resends: number; readonly recoveries: number; readonly pings: number }
  }
  readonly sells: readonly PricedProduct[]
  /** Products that are looked into only where the order says when and how the person consented. */
  readonly consentRequired: readonly PricedProduct[]
  /** `message`: each email and text message with a link. */
  readonly prices: Readonly<Record<PricedProduct | 'message', number>>
  readonly verification: {
    readonly dueSeconds: number
    /** From acceptance, so longer than `dueSeconds`. */
    readonly expirySeconds: number
    /**
     * Workflows started in a second at most: what the region's quota allows (`shared/work/pace.ts`), at least 80.
     * Orders beyond it wait in their queue.
     */
    readonly startsPerSecond: number
    /** How long the sandbox's agent takes to "visit". */
    readonly simulatedAgentDelaySeconds: number
  }
  readonly fieldwork: {
    /** How long a visit is its agent's before others may claim it: a day's round and a night without network. */
    readonly agentLeaseSeconds: number
    readonly reviewLeaseSeconds: number
    readonly claimsPerAgent: number
    /** How far from the stated position a photo may be taken without a word about it. */
    readonly radiusMetres: number
    readonly fourEyes: boolean
    /** Of how many approved visits another agent looks again, 0 to 1, and until when that is not late. */
    readonly backCheckShare: number
    /** For how many days after a decision the customer or the applicant may object to it. */
    readonly disputeDays: number
    readonly disputeDueSeconds: number
  }
  /** `null`: the registry is not connected. */
  readonly registries: Readonly<Record<RegistryName, { readonly baseUrl: string | null }>>
  readonly lookups: {
    readonly perClientPerMinute: number
    /** How often an organisation may ask about one id number in a day, in live mode: names cannot be tried out against it. */
    readonly perNumberPerDay: number
    /** How many look-ups of an organisation may come to nothing in a day (not found, NO_MATCH), in live mode: numbers cannot be gone through. */
    readonly fruitlessPerDay: number
    /** The wait before the second, third … try of a late look-up; the last repeats. */
    readonly retrySeconds: readonly number[]
    readonly giveUpSeconds: number
  }
  /**
   * Where the service is found, besides at the API's own URL: each leads to all of it. `null`: there. `pages`: where people
   * work. `links`: where those for people outside lead; text messages are paid by their length, and up to 70 characters
   * leave room for names. `media`: where evidence photos are linked.
   */
  readonly hosts: Readonly<Record<HostName, Host | null>>
  readonly messages: {
    /** Letters by Amazon SES; `null`: this stage sends none, and who would get one is marked for the people who work on it. */
    readonly mail: {
      readonly sender: string
      /** The domain or address that SES knows it by. */
      readonly identity: string
      /** Whether this stage makes the identity; its owner then proves it by the records that the stack puts out. */
      readonly isMade: boolean
    } | null
    /** What text messages come from, as its ARN ends: `sender-id/NAME/NG`, `phone-number/…`, `pool/…`. `null`: this stage sends none. */
    readonly smsOrigin: string | null
    /** Where text messages may go: mobile numbers of these countries, whatever an order says. */
    readonly countries: readonly MessageCountry[]
    /** Each is paid for, also where the order is cancelled afterwards. A matter is one purpose of one verification; the others are of a UTC day. */
    readonly limits: {
      readonly perMatter: number
      readonly perRecipient: number
      readonly perClient: number
    }
    /** Whether those of test orders leave, too: in the local environment they go to a folder. */
    readonly inTestMode: boolean
  }
  /** Whether fixed credentials may be seeded. True for `local` alone. */
  readonly seed: boolean
}

/** By Little's law: what comes in a second, times how long each stays. */
export const copiesFor = (perSecond: number, seconds: number): number => Math.ceil(perSecond * seconds)

const hours = 3600
const days = 24 * hours

const prices = Object.fromEntries([
  ...verificationProducts.map(product => [product, definitionOf[product].priceNgn]),
  ...identityProducts.map(({ name, priceNgn }) => [name, priceNgn]),
  ['message', 20],
]) as Stage['prices']

export const registriesAt = (baseUrl: string | null) =>
  Object.fromEntries(registryNames.map(name => [name, { baseUrl }])) as Stage['registries']

const webhooks: Stage['webhooks'] = {
  allowLocalReceivers: false,
  retryScheduleSeconds: retryDelaysSeconds,
  timeoutSeconds: 15,
  perHour: { resends: 600, recoveries: 20, pings: 60 },
}

const verification: Stage['verification'] = {
  dueSeconds: 48 * hours,
  expirySeconds: 14 * days,
  startsPerSecond: 150,
  simulatedAgentDelaySeconds: 60,
}

const lookups: Stage['lookups'] = {
  perClientPerMinute: 600,
  perNumberPerDay: 10,
  fruitlessPerDay: 500,
  retrySeconds: [30, 120, 300, 900, 1800],
  giveUpSeconds: 24 * hours,
}

const messages: Stage['messages'] = {
  mail: null,
  smsOrigin: null,
  inTestMode: false,
  countries: ['NG', 'KE'],
  limits: { perMatter: 2, perRecipient: 3, perClient: 1000 },
}

export const hostsAt = (host: Host | null) =>
  Object.fromEntries(hostNames.map(name => [name, host])) as Stage['hosts']

/** What all stages have alike; `local` differs in more. */
const common = {
  region: null,
  // Whoever connects a registry adds what is looked up there.
  sells: verificationProducts,
  consentRequired: [],
  table: 'data',
  people: { issuer: null, roles: { agent: 'agent', reviewer: 'reviewer', operator: 'operator' } },
  allowedOrigins: null,
  requestsPerMinute: 1200,
  webhooks,
  prices,
  verification,
  fieldwork: {
    agentLeaseSeconds: 24 * hours,
    reviewLeaseSeconds: hours / 4,
    claimsPerAgent: 20,
    radiusMetres: 200,
    fourEyes: false,
    backCheckShare: 0.05,
    disputeDays: 30,
    disputeDueSeconds: 3 * days,
  },
  registries: registriesAt(null),
  lookups,
  hosts: hostsAt(null),
  messages,
  seed: false,
  incomplete: [],
} as const

export const stages = {
  local: {
    ...common,
    name: 'local',
    prefix: 'verification-local',
    keepsData: false,
    trailLock: 'GOVERNANCE',
    deletionProtection: false,
    logRetentionDays: 1,
    tracing: false,
    alarms: { enabled: false, email: null },
    change: 'at once',
    throttle: { ratePerSecond: 10_000, burst: 5000 },
    // Tools that show or try the API have a page on a port of this machine. A page of the web is https, and may not.
    allowedOrigins: ['http://*'],
    reserved: { signIn: 4, ping: 2, lookUp: 4, links: 4, decode: 8 },
    requestsPerMinute: 600_000,
    webhooks: { ...webhooks, allowLocalReceivers: true },
    verification: { ...verification, simulatedAgentDelaySeconds: 5 },
    lookups: { ...lookups, perClientPerMinute: 600_000, fruitlessPerDay: 1_000_000 },
    hosts: hostsAt('http://localhost:3000'),
    messages: {
      ...messages,
      mail: { sender: 'no-reply@verification.local', identity: 'verification.local', isMade: false },
      smsOrigin: 'sender-id/VERIFY/NG',
      inTestMode: true,
      // Whoever tries the service has one telephone for all of their orders.
      limits: { perMatter: 20, perRecipient: 10_000, perClient: 10_000 },
    },
    seed: true,
  },
  dev: {
    ...common,
    name: 'dev',
    prefix: 'verification-dev',
    keepsData: false,
    trailLock: 'GOVERNANCE',
    deletionProtection: false,
    logRetentionDays: 7,
    tracing: true,
    alarms: { enabled: false, email: null },
    change: 'at once',
    throttle: { ratePerSecond: 50, burst: 100 },
    reserved: null,
  },
  staging: {
    ...common,
    name: 'staging',
    prefix: 'verification-staging',
    keepsData: true,
    // A rehearsal must be removable.
    trailLock: 'GOVERNANCE',
    deletionProtection: true,
    logRetentionDays: 30,
    tracing: true,
    alarms: { enabled: true, email: null },
    change: { canaryMinutes: 5 },
    throttle: { ratePerSecond: 200, burst: 400 },
    reserved: { signIn: 10, ping: 5, lookUp: copiesFor(4, 2), links: 3, decode: 2 },
  },
  prod: {
    ...common,
    name: 'prod',
    prefix: 'verification-prod',
    keepsData: true,
    trailLock: 'COMPLIANCE',
    deletionProtection: true,
    logRetentionDays: 90,
    tracing: false,
    alarms: { enabled: true, email: null },
    // Twice as long as the alarms look back.
    change: { canaryMinutes: 10 },
    throttle: { ratePerSecond: 1000, burst: 2000 },
    // Five products, four paths of sign-in, four behind links, and what draws photos anew: 710 of the 1000 that an
    // account has.
    reserved: { signIn: 20, ping: 10, lookUp: copiesFor(50, 2), links: 20, decode: 40 },
  },
} as const satisfies Record<string, Stage>

export type StageName = keyof typeof stages

export const isStageName = (name: unknown): name is StageName =>
  typeof name === 'string' && Object.hasOwn(stages, name)

import * as z from 'zod/mini'
import { Role } from '../shared/account/contract.ts'
import { type IdentityProduct, identityProducts, registryNames } from '../shared/identity/products.ts'
import { type MessageCountry, mobileNumbers } from '../shared/link/message/limits.ts'
import { type Product, products as verificationProducts } from '../shared/verification/contract/product.ts'

/** An object that has these settings and no others. */
const group = <Shape extends z.core.$ZodShape>(shape: Shape) => z.readonly(z.strictObject(shape))
const list = <Item extends z.core.SomeType>(item: Item) => z.readonly(z.array(item))
/** A setting for each of the names. */
const each = <Name extends string, Value extends z.core.SomeType>(names: readonly Name[], value: Value) =>
  z.readonly(z.record(z.enum(names), value))

/** @param rule finishes the sentence that begins with the setting's name and its value */
const matching = (isRight: (text: string) => boolean, rule: string) =>
  z.string().check(z.refine(isRight, { error: ({ input }) => `"${input}" ${rule}` }))

const positive = z.number().check(z.positive('must be more than 0.'))
const wholePositive = z.int().check(z.positive('must be more than 0.'))
const share = z.number().check(z.refine(share => share >= 0 && share <= 1, 'a share is between 0 and 1.'))

/** Everything a customer is charged for. */
export type PricedProduct = Product | IdentityProduct
const pricedProducts: readonly PricedProduct[] = [
  ...verificationProducts,
  ...identityProducts.map(({ name }) => name),
]

const isHttps = (url: string): boolean => /^https:\/\/[\w.-]+(:\d+)?(\/[^?#]*)?$/.test(url)

/** A host, and nothing behind it. */
const isOrigin = (url: string): boolean => /^https?:\/\/[\w.-]+(:\d+)?$/.test(url)

/** Nobody listens in on the way there. */
const isOwnMachine = (url: string): boolean =>
  /^http:\/\/(([\w-]+\.)*localhost|127\.0\.0\.1)(:\d+)?$/.test(url)

/** Who signs people in by OpenID Connect, where that is not our own pool. */
const Issuer = group({
  /** As its tokens name it: `https://login.example.com/`. */
  url: z.string(),
  /** Ours there; its redirect address is `…/v1/session/callback`. */
  clientId: z.string().check(z.minLength(1, 'missing; the identity provider identifies the stage by it.')),
  /** Whether the issuer gave this client a secret, which the operator then puts into Secrets Manager. */
  hasSecret: z.boolean(),
  groupsClaim: z.string().check(z.minLength(1, 'without the claim that lists groups nobody has a role.')),
})
export type Issuer = z.infer<typeof Issuer>

const filled = z.string().check(z.minLength(1, 'must not be empty.'))

/** Two or three lines of a letterhead: what is larger weighs on each page. */
const mostLogoCharacters = 20_000
const isLogo = (url: string): boolean =>
  /^data:image\/(png|svg\+xml);base64,[A-Za-z\d+/]+=*$/.test(url) && url.length <= mostLogoCharacters

const OperatorSetting = group({
  legalName: filled,
  registrationNumber: filled,
  postalAddress: filled,
  phone: matching(text => /^\+[\d ]{7,20}$/.test(text), 'is no telephone number as +234 1 234 5678.'),
  privacyNotice: z.nullable(matching(isHttps, 'is no https address without a query.')),
  logo: z.nullable(
    z
      .string()
      .check(
        z.refine(
          isLogo,
          `no data: URL of a PNG or an SVG in Base64 with at most ${mostLogoCharacters} characters.`,
        ),
      ),
  ),
})

/** `arn:aws:acm:af-south-1:123456789012:certificate/…` */
const certificate = /^arn:[\w-]+:acm:([\w-]+):\d{12}:certificate\/[\w-]+$/

/** A domain of the operator's: this stage serves it, once its DNS leads here. */
const Domain = group({
  domain: matching(text => /^([a-z\d-]+\.)+[a-z]{2,}$/.test(text), 'is no domain in small letters.'),
  certificateArn: matching(text => certificate.test(text), 'is no ARN of a certificate.'),
})
export type Domain = z.infer<typeof Domain>

/** One, or the URL of something else that leads here, such as a CDN, without a slash at the end. */
const Host = z.union([
  Domain,
  matching(
    url => isOrigin(url) && (isHttps(url) || isOwnMachine(url)),
    'is no https address of a host, as in https://work.example.com.',
  ),
])
export type Host = z.infer<typeof Host>

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

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const logDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
]

/** For how long a tenth of the calls meets new code first: those that CodeDeploy knows, and not at all. */
export const canaryMinutes = [0, 5, 10, 15, 30] as const
export type CanaryMinutes = (typeof canaryMinutes)[number]

/** A refinement, since a union hides the values that an enumeration in it allows. */
const CanaryMinutes = z.number().check(
  z.refine(minutes => canaryMinutes.some(known => known === minutes), {
    error: ({ input }) => `CodeDeploy knows no ${input}, but ${canaryMinutes.join(', ')}.`,
  }),
) as z.ZodMiniType<CanaryMinutes>

const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)

const isContact = (text: string): boolean =>
  isMailAddress(text) || /^https:\/\/[\w.-]+(:\d+)?(\/\S*)?$/.test(text)

const readers = list(matching(isContact, 'is neither an email address nor an https address.')).check(
  z.minLength(1, 'nobody reads these alarms: name an email address or an https address in infra/stages.ts.'),
)

const mostDisputeDays = 60
const hour = 3600

/** All that may differ between two stages. A new difference is a new field here, and the compiler asks every stage for it. */
const StageSettings = group({
  name: z.string(),
  /** The start of every physical name: two stages with different prefixes never touch. Up to 20 characters. */
  prefix: matching(
    text => /^[a-z][a-z\d-]{0,18}[a-z\d]$/.test(text),
    'is not of 2 to 20 small letters, digits and hyphens.',
  ),
  /** `null`: whichever the CLI is set to. The same stage in two regions is two stages that never touch. */
  region: z.nullable(z.enum(Object.keys(regions) as readonly RegionName[])),
  /**
   * Which table the stage lives on: `data`, until it went back to a point in time. `npm run admin -- restore plan` says
   * what it is then.
   */
  table: z.string(),
  keepsData: z.boolean(),
  /**
   * How the log of the trails is locked. COMPLIANCE: nobody can remove a version before its time, the account's root
   * included, and the bucket stays as long. GOVERNANCE: who has a permission of its own can, so that the stage can go.
   */
  trailLock: z.enum(['GOVERNANCE', 'COMPLIANCE']),
  deletionProtection: z.boolean(),
  /** Stacks that are not there yet, or whose first create failed, as `npm run deploy` finds them. */
  incomplete: list(z.string()),
  logRetentionDays: z.number().check(
    z.refine(days => logDays.includes(days), {
      error: ({ input }) => `CloudWatch knows no ${input}, but ${logDays.join(', ')}.`,
    }),
  ),
  /** X-Ray. About $15 per million verifications and $5 per million look-ups, more than all of Lambda: on where time is looked for. */
  tracing: z.boolean(),
  /**
   * Who reads the alarms: `page` what cannot wait until morning, `ticket` all others. `null`: the stage has no alarms. Each
   * is an email address, whose owner confirms it by a letter of AWS, or the https address of a service that calls people.
   */
  alarms: z.nullable(group({ page: readers, ticket: readers })),
  /**
   * How new code of the API reaches callers: with the deploy, or first a tenth of each path's calls; if an alarm rings
   * meanwhile, all of them go back to the code before. 0 minutes, or `-c canary=no`, is for a fix while alarms ring,
   * which would stop it.
   */
  change: z.union([z.literal('at once'), group({ canaryMinutes: CanaryMinutes })]),
  /** Per API, over all callers: requests per second, and how many may come at once. */
  throttle: group({ ratePerSecond: positive, burst: wholePositive }),
  /**
   * How many copies may run at once of each function that a caller can make wait: no more, so that one caller cannot
   * take the account, and no fewer, whatever else runs. `null` leaves them to the account, which must keep 100
   * unreserved and in its first days may run ten. `lookUp`, for each product: `copiesFor` so many a second, each as long
   * as its registry takes
   * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html).
   */
  reserved: z.nullable(each(['signIn', 'ping', 'lookUp', 'links', 'decode'], wholePositive)),
  /**
   * The origins of pages whose scripts may call the API from a browser; `null`: none, since a credential has no place in
   * one. Our own pages are of the API's origin and need none.
   */
  allowedOrigins: z.nullable(list(z.string())),
  /**
   * Who issues reports and writes to applicants and employers, as it is registered. `null`: they name nobody, which no
   * customer can file and no applicant can trust.
   */
  operator: z.nullable(OperatorSetting),
  /**
   * To whom weaknesses are reported, as `/.well-known/security.txt` says: an email address or an https address. `null`: the
   * stage has no such file.
   */
  securityContact: z.nullable(matching(isContact, 'is neither an email address nor an https address.')),
  /** Agents, reviewers and the operator's staff: who signs them in, and what they are then. */
  people: group({
    /** `null`: a Cognito user pool of the stage's own. */
    issuer: z.nullable(Issuer),
    /** The issuer's groups, and what who is in one may do. */
    roles: z
      .readonly(z.record(z.string(), Role))
      .check(z.refine(roles => Object.keys(roles).length > 0, 'without a group nobody has a role.')),
  }),
  requestsPerMinute: wholePositive,
  webhooks: group({
    /** http, loopback and private addresses as receivers: for a receiver in the local environment. */
    allowLocalReceivers: z.boolean(),
    /** The wait before the second, third … attempt. None at all is one attempt. */
    retryScheduleSeconds: list(positive),
    timeoutSeconds: positive,
    /** How often in an hour the service may be made to call receivers. */
    perHour: each(['resends', 'recoveries', 'pings'], wholePositive),
  }),
  sells: list(z.enum(pricedProducts)),
  /** Products that are looked into only where the order says when and how the person consented. */
  consentRequired: list(z.enum(pricedProducts)),
  /** `message`: each email and text message with a link. */
  prices: each(
    [...pricedProducts, 'message'],
    z.number().check(
      z.refine(price => Number.isSafeInteger(price) && price >= 0, {
        error: ({ input }) => `${input} is no price in whole naira.`,
      }),
    ),
  ),
  verification: group({
    dueSeconds: positive,
    /** From acceptance, so longer than `dueSeconds`. */
    expirySeconds: positive,
    /**
     * Workflows started in a second at most: what the region's quota allows (`shared/work/pace.ts`), at least 80.
     * Orders beyond it wait in their queue.
     */
    startsPerSecond: z.number().check(z.minimum(80, 'below 80 the queue would wait for itself.')),
    /** How long the sandbox's agent takes to "visit". */
    simulatedAgentDelaySeconds: z.number().check(z.nonnegative('must not be less than 0.')),
  }),
  fieldwork: group({
    /** How long a visit is its agent's before others may claim it: a day's round and a night without network. */
    agentLeaseSeconds: positive,
    /** How long an agent has to accept what a supervisor assigned to them, before it is open again. */
    offerSeconds: positive,
    reviewLeaseSeconds: positive,
    claimsPerAgent: wholePositive,
    /** How far from the stated position a photo may be taken without a word about it. */
    radiusMetres: positive,
    /** Whether a second reviewer must confirm a rejection, and an approval against what was found. */
    fourEyes: z.boolean(),
    /** Of how many reports a second reviewer must confirm the approval, too, 0 to 1. */
    secondReviewShare: share,
    /** Of how many approved visits another agent looks again, 0 to 1, and until when that is not late. */
    backCheckShare: share,
    /** For how many days after a decision the customer or the applicant may object to it. */
    disputeDays: z.number().check(
      z.refine(days => Number.isInteger(days) && days >= 1 && days <= mostDisputeDays, {
        error: ({ input }) => `${input} is no whole number of days from 1 to ${mostDisputeDays}.`,
      }),
    ),
    /**
     * A record lasts a year, and every dispute of it ends before: its order's fourteen days, then so many for each of
     * its revisions to be disputed and concluded.
     */
    disputeDueSeconds: z
      .number()
      .check(
        z.refine(
          seconds => seconds >= hour && seconds <= 30 * 24 * hour,
          'a reviewer has from an hour to thirty days.',
        ),
      ),
  }),
  /** `null`: the registry is not connected. */
  registries: each(registryNames, group({ baseUrl: z.nullable(z.string()) })),
  lookups: group({
    perClientPerMinute: wholePositive,
    /** How often an organisation may ask about one id number in a day, in live mode: names cannot be tried out against it. */
    perNumberPerDay: wholePositive,
    /** How many look-ups of an organisation may come to nothing in a day (not found, NO_MATCH), in live mode: numbers cannot be gone through. */
    fruitlessPerDay: wholePositive,
    /** The wait before the second, third … try of a late look-up; the last repeats. */
    retrySeconds: list(positive).check(
      z.refine(waits => waits.length > 0, 'missing: a late look-up is tried again.'),
    ),
    giveUpSeconds: positive,
  }),
  /**
   * Where the service is found, besides at the API's own URL: each leads to all of it. `null`: there. `pages`: where people
   * work. `links`: where those for people outside lead; text messages are paid by their length, and up to 70 characters
   * leave room for names. `media`: where evidence photos are linked.
   */
  hosts: each(hostNames, z.nullable(Host)),
  messages: group({
    /** Letters by Amazon SES; `null`: this stage sends none, and who would get one is marked for the people who work on it. */
    mail: z.nullable(
      group({
        sender: z.string(),
        /** The domain or address that SES knows it by. */
        identity: z.string(),
        /** Whether this stage makes the identity; its owner then proves it by the records that the stack puts out. */
        isMade: z.boolean(),
      }),
    ),
    /** What text messages come from, as its ARN ends: `sender-id/NAME/NG`, `phone-number/…`, `pool/…`. `null`: this stage sends none. */
    smsOrigin: z.nullable(z.string()),
    /** Where text messages may go: mobile numbers of these countries, whatever an order says. */
    countries: list(z.enum(Object.keys(mobileNumbers) as readonly MessageCountry[])),
    /** Each is paid for, also where the order is cancelled afterwards. A matter is one purpose of one verification; the others are of a UTC day. */
    limits: each(['perMatter', 'perRecipient', 'perClient'], wholePositive),
    /** Whether those of test orders leave, too: in the local environment they go to a folder. */
    inTestMode: z.boolean(),
  }),
  /** Whether fixed credentials may be seeded. True for `local` alone. */
  seed: z.boolean(),
})
export type StageSettings = z.infer<typeof StageSettings>

/** What one setting asks of another: the field and what is wrong with it. */
type StageRule = (settings: StageSettings) => readonly (readonly [field: string, sentence: string])[]

const https: StageRule = ({ people: { issuer }, registries, seed }) => {
  const urls = [
    ['people.issuer.url', issuer?.url ?? null] as const,
    ...Object.entries(registries).map(([name, { baseUrl }]) => [`registries.${name}`, baseUrl] as const),
  ]
  return urls
    .filter(([, url]) => !seed && url !== null && !isHttps(url))
    .map(([field, url]) => [field, `"${url}" is no https address without a query.`])
}

/** What a stage sells it must be able to do. */
const sells: StageRule = ({ sells: sold, registries }) =>
  identityProducts
    .filter(({ name, registry }) => sold.includes(name) && registries[registry.name].baseUrl === null)
    .map(({ name, registry }) => [
      `registries.${registry.name}`,
      `not connected, and the stage sells ${name}.`,
    ])

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html */
const certificates: StageRule = ({ hosts, region }) =>
  Object.entries(hosts).flatMap(([name, host]) => {
    const [, certificateRegion] = (isDomain(host) && certificate.exec(host.certificateArn)) || []
    return certificateRegion === undefined || certificateRegion === region
      ? []
      : [[`hosts.${name}`, `its certificate is in ${certificateRegion}; \`region\` has to name the same.`]]
  })

const removal = 'it would prevent the removal of a stage that does not keep its data.'

const keeping: StageRule = ({ keepsData, trailLock, deletionProtection, name, seed }) => [
  ...(deletionProtection && !keepsData ? [['deletionProtection', removal] as const] : []),
  ...(trailLock === 'COMPLIANCE' && !keepsData ? [['trailLock', removal] as const] : []),
  ...(seed && name !== 'local' ? [['seed', 'fixed secrets are for the stage local alone.'] as const] : []),
]

const changing: StageRule = ({ change, alarms }) =>
  change === 'at once' || alarms ? [] : [['change', 'a canary needs an alarm, or it never rolls back.']]

const times: StageRule = ({ verification: { expirySeconds, dueSeconds } }) =>
  expirySeconds > dueSeconds
    ? []
    : [['verification.expirySeconds', 'must be later than the due time, or nothing is ever late.']]

const sampling: StageRule = ({ fieldwork: { fourEyes, secondReviewShare } }) =>
  fourEyes || secondReviewShare === 0
    ? []
    : [['fieldwork.secondReviewShare', 'needs fourEyes, or there is no second reviewer.']]

const rules: readonly StageRule[] = [https, sells, certificates, keeping, changing, times, sampling]

/** They are asked where every setting is of its type. */
const CheckedSettings = StageSettings.check(({ value, issues }) => {
  for (const [field, message] of rules.flatMap(rule => rule(value)))
    issues.push({ code: 'custom', path: [field], message, input: value })
})

/** Where the schema has no sentence of its own. */
const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return 'missing.'
  const shown = JSON.stringify(issue.input)
  if (issue.code === 'invalid_value') return `${shown} is none of ${issue.values.join(', ')}.`
  if (issue.code !== 'invalid_type') return `${shown} is not allowed.`
  return `${shown} is no ${issue.expected === 'int' ? 'whole number' : issue.expected}.`
}

/** A line for each wrong setting. A place in a list is not named: the sentence quotes what stands there. */
const linesOf = (issue: z.core.$ZodIssue): readonly string[] => {
  const field = issue.path.filter(part => typeof part === 'string')
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map(key => `${[...field, key].join('.')}: no such setting.`)
    : [`${field.join('.')}: ${issue.message}`]
}

/** A line for each setting by which the stage could not do what it is for. */
export const faultsOf = (settings: StageSettings): readonly string[] =>
  CheckedSettings.safeParse(settings, { error: sentenceOf }).error?.issues.flatMap(linesOf) ?? []

export const describeFaults = (settings: StageSettings): string =>
  [`The stage ${settings.name}:`, ...faultsOf(settings)].join('\n')

/** Refuses a stage that could not do what it is for, before anything is made. @throws Error naming everything that is wrong */
export const refuseWrongStage = (settings: StageSettings): void => {
  if (faultsOf(settings).length > 0) throw new Error(describeFaults(settings))
}

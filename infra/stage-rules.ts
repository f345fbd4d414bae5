import { Role } from '../shared/account/contract.ts'
import { identityProducts } from '../shared/identity/products.ts'
import { canaryMinutes, isDomain, regions, type Stage } from './stages.ts'

const isHttps = (url: string): boolean => /^https:\/\/[\w.-]+(:\d+)?(\/[^?#]*)?$/.test(url)

/** A host, and nothing behind it. */
const isOrigin = (url: string): boolean => /^https?:\/\/[\w.-]+(:\d+)?$/.test(url)

/** Nobody listens in on the way there. */
const isOwnMachine = (url: string): boolean =>
  /^http:\/\/(([\w-]+\.)*localhost|127\.0\.0\.1)(:\d+)?$/.test(url)

type StageRule = (settings: Stage) => readonly string[]

const names: StageRule = ({ prefix, region }) => [
  ...(/^[a-z][a-z\d-]{0,18}[a-z\d]$/.test(prefix)
    ? []
    : [`prefix: "${prefix}" is not of 2 to 20 small letters, digits and hyphens.`]),
  ...(region === null || region in regions
    ? []
    : [`region: "${region}" is none of ${Object.keys(regions).join(', ')}.`]),
]

const people: StageRule = ({ people: { issuer, roles }, seed }) => [
  ...(issuer && !isHttps(issuer.url) && !seed
    ? [`people.issuer.url: "${issuer.url}" is no https address without a query.`]
    : []),
  ...(issuer?.clientId === ''
    ? ['people.issuer.clientId: missing; the identity provider identifies the stage by it.']
    : []),
  ...(issuer?.groupsClaim === ''
    ? ['people.issuer.groupsClaim: without the claim that lists groups nobody has a role.']
    : []),
  ...(Object.keys(roles).length === 0 ? ['people.roles: without a group nobody has a role.'] : []),
  ...Object.entries(roles)
    .filter(([, role]) => !Role.safeParse(role).success)
    .map(([group, role]) => `people.roles.${group}: "${role}" is none of ${Role.options.join(', ')}.`),
]

const prices: StageRule = settings =>
  Object.entries(settings.prices)
    .filter(([, price]) => !Number.isSafeInteger(price) || price < 0)
    .map(([product, price]) => `prices.${product}: ${price} is no price in whole naira.`)

/** What a stage sells it must be able to do, and have a price for. */
const sells: StageRule = ({ sells: sold, registries, prices: list, seed }) => [
  ...sold
    .filter(product => !(product in list))
    .map(product => `prices.${product}: missing, and the stage sells it.`),
  ...identityProducts
    .filter(({ name, registry }) => sold.includes(name) && registries[registry.name].baseUrl === null)
    .map(({ name, registry }) => `registries.${registry.name}: not connected, and the stage sells ${name}.`),
  ...Object.entries(registries)
    .filter(([, { baseUrl }]) => baseUrl !== null && !isHttps(baseUrl) && !seed)
    .map(([name, { baseUrl }]) => `registries.${name}: "${baseUrl}" is no https address without a query.`),
]

const consents: StageRule = ({ consentRequired, prices: { message: _message, ...products } }) =>
  consentRequired
    .filter(product => !(product in products))
    .map(product => `consentRequired: "${product}" is none of ${Object.keys(products).join(', ')}.`)

/** `arn:aws:acm:af-south-1:123456789012:certificate/…` */
const certificate = /^arn:[\w-]+:acm:([\w-]+):\d{12}:certificate\/[\w-]+$/

const hosts: StageRule = ({ hosts: all, region }) =>
  Object.entries(all).flatMap(([name, host]) => {
    if (host === null) return []
    if (!isDomain(host))
      return isOrigin(host) && (isHttps(host) || isOwnMachine(host))
        ? []
        : [`hosts.${name}: "${host}" is no https address of a host, as in https://work.example.com.`]
    const [, certificateRegion] = certificate.exec(host.certificateArn) ?? []
    return [
      ...(/^([a-z\d-]+\.)+[a-z]{2,}$/.test(host.domain)
        ? []
        : [`hosts.${name}: "${host.domain}" is no domain in small letters.`]),
      ...(certificateRegion === undefined
        ? [`hosts.${name}: "${host.certificateArn}" is no ARN of a certificate.`]
        : []),
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html
      ...(certificateRegion !== undefined && certificateRegion !== region
        ? [`hosts.${name}: its certificate is in ${certificateRegion}; \`region\` has to name the same.`]
        : []),
    ]
  })

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const logDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
]

const keeping: StageRule = ({
  logRetentionDays,
  keepsData,
  trailLock,
  deletionProtection,
  alarms,
  name,
  seed,
}) => [
  ...(logDays.includes(logRetentionDays)
    ? []
    : [`logRetentionDays: CloudWatch knows no ${logRetentionDays}, but ${logDays.join(', ')}.`]),
  ...(deletionProtection && !keepsData
    ? ['deletionProtection: it would prevent the removal of a stage that does not keep its data.']
    : []),
  ...(trailLock === 'COMPLIANCE' && !keepsData
    ? ['trailLock: it would prevent the removal of a stage that does not keep its data.']
    : []),
  ...(alarms.email === null || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(alarms.email)
    ? []
    : [`alarms.email: "${alarms.email}" is no email address.`]),
  ...(seed && name !== 'local' ? ['seed: fixed secrets are for the stage local alone.'] : []),
]

const changing: StageRule = ({ change, alarms }) => {
  if (change === 'at once') return []
  const { canaryMinutes: minutes } = change
  return [
    ...(canaryMinutes.includes(minutes)
      ? []
      : [`change.canaryMinutes: CodeDeploy knows no ${minutes}, but ${canaryMinutes.join(', ')}.`]),
    ...(alarms.enabled ? [] : ['change: a canary needs an alarm, or it never rolls back.']),
  ]
}

const times: StageRule = ({ verification, fieldwork, lookups, webhooks }) => [
  ...(verification.expirySeconds > verification.dueSeconds
    ? []
    : ['verification.expirySeconds: must be later than the due time, or nothing is ever late.']),
  ...(verification.startsPerSecond >= 80
    ? []
    : ['verification.startsPerSecond: below 80 the queue would wait for itself.']),
  ...(fieldwork.backCheckShare >= 0 && fieldwork.backCheckShare <= 1
    ? []
    : ['fieldwork.backCheckShare: a share is between 0 and 1.']),
  ...Object.entries({
    'fieldwork.agentLeaseSeconds': [fieldwork.agentLeaseSeconds],
    'fieldwork.reviewLeaseSeconds': [fieldwork.reviewLeaseSeconds],
    'fieldwork.claimsPerAgent': [fieldwork.claimsPerAgent],
    'lookups.retrySeconds': lookups.retrySeconds,
    // None at all is one attempt.
    'webhooks.retryScheduleSeconds': [1, ...webhooks.retryScheduleSeconds],
  })
    .filter(([, values]) => values.length === 0 || values.some(value => !(value > 0)))
    .map(([field]) => `${field}: must be more than 0.`),
]

const mostDays = 60
const hour = 3600

/**
 * A record lasts a year, and every dispute of it ends before: its order's fourteen days, then so many for each of its
 * revisions to be disputed and concluded.
 */
const disputes: StageRule = ({ fieldwork: { disputeDays, disputeDueSeconds } }) => [
  ...(Number.isInteger(disputeDays) && disputeDays >= 1 && disputeDays <= mostDays
    ? []
    : [`fieldwork.disputeDays: ${disputeDays} is no whole number of days from 1 to ${mostDays}.`]),
  ...(disputeDueSeconds >= hour && disputeDueSeconds <= 30 * 24 * hour
    ? []
    : ['fieldwork.disputeDueSeconds: a reviewer has from an hour to thirty days.']),
]

const rules: readonly StageRule[] = [
  names,
  people,
  prices,
  sells,
  consents,
  hosts,
  keeping,
  changing,
  times,
  disputes,
]

/** Refuses a stage that could not do what it is for, before anything is made. @throws Error naming everything that is wrong */
export const refuseWrongStage = (settings: Stage): void => {
  const problems = rules.flatMap(rule => rule(settings))
  if (problems.length > 0) throw new Error(`The stage ${settings.name}:\n${problems.join('\n')}`)
}

import { identityProducts, registryNames } from '../shared/identity/products.ts'
import { products as verificationProducts } from '../shared/verification/contract/product.ts'
import { definitionOf } from '../shared/verification/product/definitions.ts'
import { retryDelaysSeconds } from '../shared/webhook/delivery/result.ts'
import { type Host, hostNames, type StageSettings } from './stage-settings.ts'

/** By Little's law: what comes in a second, times how long each stays. */
export const copiesFor = (perSecond: number, seconds: number): number => Math.ceil(perSecond * seconds)

const hours = 3600
const days = 24 * hours

const prices = Object.fromEntries([
  ...verificationProducts.map(product => [product, definitionOf[product].priceNgn]),
  ...identityProducts.map(({ name, priceNgn }) => [name, priceNgn]),
  ['message', 20],
]) as StageSettings['prices']

export const registriesAt = (baseUrl: string | null) =>
  Object.fromEntries(registryNames.map(name => [name, { baseUrl }])) as StageSettings['registries']

const webhooks: StageSettings['webhooks'] = {
  allowLocalReceivers: false,
  retryScheduleSeconds: retryDelaysSeconds,
  timeoutSeconds: 15,
  perHour: { resends: 600, recoveries: 20, pings: 60 },
}

const verification: StageSettings['verification'] = {
  dueSeconds: 48 * hours,
  expirySeconds: 14 * days,
  startsPerSecond: 150,
  simulatedAgentDelaySeconds: 60,
}

const lookups: StageSettings['lookups'] = {
  perClientPerMinute: 600,
  perNumberPerDay: 10,
  fruitlessPerDay: 500,
  retrySeconds: [30, 120, 300, 900, 1800],
  giveUpSeconds: 24 * hours,
}

const messages: StageSettings['messages'] = {
  mail: null,
  smsOrigin: null,
  inTestMode: false,
  countries: ['NG', 'KE'],
  limits: { perMatter: 2, perRecipient: 3, perClient: 1000 },
}

export const hostsAt = (host: Host | null) =>
  Object.fromEntries(hostNames.map(name => [name, host])) as StageSettings['hosts']

/** A tick in a square. */
const exampleLogo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b6e4f"/><path d="M6 12.5l4 4 8-9" fill="none" stroke="#fff" stroke-width="2.5"/></svg>')}`

/** What all stages have alike; `local` differs in more. */
const common = {
  region: null,
  // Whoever connects a registry adds what is looked up there.
  sells: verificationProducts,
  consentRequired: [],
  table: 'data',
  operator: null,
  securityContact: null,
  people: {
    issuer: null,
    roles: { agent: 'agent', reviewer: 'reviewer', supervisor: 'supervisor', operator: 'operator' },
  },
  allowedOrigins: null,
  requestsPerMinute: 1200,
  webhooks,
  prices,
  verification,
  fieldwork: {
    agentLeaseSeconds: 24 * hours,
    offerSeconds: 4 * hours,
    reviewLeaseSeconds: hours / 4,
    claimsPerAgent: 20,
    radiusMetres: 200,
    fourEyes: false,
    secondReviewShare: 0,
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
    alarms: null,
    change: 'at once',
    throttle: { ratePerSecond: 10_000, burst: 5000 },
    // Tools that show or try the API have a page on a port of this machine. A page of the web is https, and may not.
    allowedOrigins: ['http://*'],
    reserved: { signIn: 4, ping: 2, lookUp: 4, links: 4, decode: 8 },
    operator: {
      legalName: 'Example Verification Limited',
      registrationNumber: 'RC 0000000',
      postalAddress: '1 Example Street, Abuja, Nigeria',
      phone: '+234 1 000 0000',
      privacyNotice: 'https://example.com/privacy',
      logo: exampleLogo,
    },
    securityContact: 'security@example.com',
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
    alarms: null,
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
    alarms: { page: [], ticket: [] },
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
    alarms: { page: [], ticket: [] },
    // Twice as long as the alarms look back.
    change: { canaryMinutes: 10 },
    throttle: { ratePerSecond: 1000, burst: 2000 },
    // Five products, four paths of sign-in, four behind links, and what draws photos anew: 710 of the 1000 that an
    // account has.
    reserved: { signIn: 20, ping: 10, lookUp: copiesFor(50, 2), links: 20, decode: 40 },
  },
} as const satisfies Record<string, StageSettings>

export type StageName = keyof typeof stages

export const isStageName = (name: unknown): name is StageName =>
  typeof name === 'string' && Object.hasOwn(stages, name)

/** A value that the command line hands over by `-c name=value`. */
type ReadContext = (name: string) => unknown

/** What `npm run deploy` found. */
const withIncomplete = (stage: StageSettings, incomplete: unknown): StageSettings =>
  typeof incomplete === 'string' ? { ...stage, incomplete: incomplete.split(',') } : stage

/** A fix while alarms are active: they would stop its canary. */
const withCanary = (stage: StageSettings, canary: unknown): StageSettings =>
  canary === 'no' && stage.change !== 'at once' ? { ...stage, change: { canaryMinutes: 0 } } : stage

/** The stage that the command line asks for; undefined if there is none of this name. */
export const readStage = (read: ReadContext): StageSettings | undefined => {
  const name = read('stage') ?? 'dev'
  if (!isStageName(name)) return undefined
  return withIncomplete(withCanary(stages[name], read('canary')), read('incomplete'))
}

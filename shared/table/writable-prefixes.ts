import {
  dataKeysPartition,
  heartbeatPartition,
  organisationsPartition,
  receiptKeysPartition,
  teamsPartition,
} from './keys.ts'
import type { Mode } from './tenant.ts'

const modes: readonly Mode[] = ['test', 'live']

/** An organisation's id is a number, so that only tenants' keys begin with a digit. */
const ofTenants = (rest: string): readonly string[] =>
  [...'0123456789'].flatMap(digit => modes.map(mode => `${digit}*#${mode}#${rest}`))

/** Patterns of partition keys that a function may write, for `dynamodb:LeadingKeys`. A key without a pattern cannot be written by any function. */
export const writablePrefixes = {
  tenants: () => ofTenants('*'),
  rateLimits: () => ofTenants('rate-limit#*'),
  strangersLimits: () => ['rate-limit#*'],
  requests: () => ofTenants('request'),
  idempotencies: () => ofTenants('idempotency#*'),
  tokens: () => ['token#*'],
  clients: () => ['client#*'],
  organisations: () => [organisationsPartition],
  people: () => ['person#*'],
  teams: () => [teamsPartition, 'team-member#*'],
  sessions: () => ['session#*'],
  signIns: () => ['sign-in#*'],
  portalSessions: () => ['portal#*'],
  portalLinks: () => ['portal-link#*'],
  circuits: () => ['circuit#*'],
  workers: () => ['worker#*'],
  photoHashes: () => ['photo-hash#*'],
  photoLooks: () => ['photo-look#*'],
  placeNotes: () => ['place-note#*'],
  devices: () => ['device#*', 'device-use#*'],
  unsent: () => ['unsent#*'],
  cases: () => ['case#*'],
  caseSearches: () => ['case-search#*'],
  stats: () => ['tally#*'],
  trails: () => ['trail#*'],
  ledgers: () => ['ledger#*'],
  chargeReferences: () => ['ledger-reference#*'],
  ledgerSums: () => ['ledger-sum#*'],
  receiptKeys: () => [receiptKeysPartition],
  dataKeys: () => [dataKeysPartition],
  heartbeats: () => [heartbeatPartition],
}

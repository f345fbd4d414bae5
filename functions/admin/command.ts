import * as z from 'zod/mini'
import { operatorOrganisationId } from '../../shared/account/caller.ts'
import { TenantMode } from '../../shared/account/contract.ts'
import { stageSecretNames } from '../../shared/aws/stage-secrets.ts'
import { email, id, phone, text } from '../../shared/http/contract/text.ts'
import { Month } from '../../shared/ledger/contract.ts'
import { ledgerPageKeyPattern } from '../../shared/ledger/kinds.ts'
import { ClientScope } from '../../shared/scopes.ts'
import { DailyCapacity, TeamId } from '../../shared/work/team/contract.ts'
import { maxLgasOfTeam } from '../../shared/work/team/team.ts'
import { exportedKinds } from '../../shared/subject/kinds.ts'
import { Hour } from '../../shared/log/contract.ts'
import { type DecidedOutcome, decidedOutcomes } from '../../shared/verification/contract/outcome.ts'
import { products } from '../../shared/verification/contract/product.ts'

/** The issuer's subject. */
const personId = text(255)
/** A link to the portal ends in it, and telephones leave out a last "-". */
const clientId = z.string().check(z.regex(/^[a-z0-9-]{2,59}[a-z0-9]$/))

const tenant = { organisationId: id, mode: TenantMode }
const verification = { ...tenant, verificationId: id }
/** ISO 8601, as people write it: with or without milliseconds. */
const time = z.iso.datetime()

/** A verification or look-up by its id, or what is kept of a person by telephone or id number. */
const naming = {
  ...tenant,
  verificationId: z.optional(id),
  subject: z.optional(z.object({ phone: z.optional(phone), idNumber: z.optional(text(50)) })),
  /** Where an earlier search ended. */
  after: z.optional(id),
}

/** A list of what is open, and where in it a search goes on. */
const StuckPosition = z.object({
  list: z.union([z.literal('late'), z.int().check(z.minimum(0))]),
  after: z.optional(z.record(z.string(), z.unknown())),
})
export type StuckPosition = z.infer<typeof StuckPosition>

const command = <const Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.object({ command: z.literal(name), ...shape })

/** An organisation, or 0: the operator. */
const owner = z.int().check(z.minimum(operatorOrganisationId))
const scopes = z.array(ClientScope).check(z.minLength(1))
/** A number of `shared/format/data-format.ts`. */
const format = z.int().check(z.minimum(1))
const dryRun = z.optional(z.boolean())
const outcome = z.enum(Object.keys(decidedOutcomes) as DecidedOutcome[])

/** What an operator can ask for. */
export const Command = z.discriminatedUnion('command', [
  command('createOrganisation', { name: text(200), id: z.optional(id) }),
  command('listOrganisations', {}),
  command('setAlertAddress', { organisationId: id, alertAddress: z.optional(email) }),
  command('suspendOrganisation', { organisationId: id }),
  command('resumeOrganisation', { organisationId: id }),
  command('createClient', {
    organisationId: owner,
    mode: TenantMode,
    scopes,
    clientId: z.optional(clientId),
    /** Taken on the stage `local` alone; every other stage draws its secrets. */
    secret: z.optional(text(200)),
  }),
  command('listClients', { organisationId: owner }),
  command('changeScopes', { clientId, scopes }),
  command('setSpendCap', { clientId, amount: z.int().check(z.minimum(0)) }),
  command('removeSpendCap', { clientId }),
  command('showSpend', { clientId }),
  command('rotateSecret', { clientId }),
  command('revokeTokens', { clientId }),
  command('suspendClient', { clientId }),
  command('resumeClient', { clientId }),
  command('removeClient', { clientId, dryRun }),
  command('showStage', {}),
  /** What a deployment of a release does to the data, said before it begins and when it is complete. */
  command('recordDeployment', {
    version: text(40),
    readsFrom: format,
    readsTo: format,
    writes: format,
    moment: z.enum(['begins', 'complete']),
  }),
  command('listPrices', {}),
  command('listLedger', {
    ...tenant,
    month: Month,
    /** Where an earlier page ended. */
    after: z.optional(z.string().check(z.regex(ledgerPageKeyPattern))),
  }),
  command('checkLedger', {
    ...tenant,
    month: Month,
    /** Where an earlier page ended. */
    after: z.optional(z.string().check(z.regex(ledgerPageKeyPattern))),
  }),
  command('listPeople', {}),
  command('disablePerson', { personId }),
  command('enablePerson', { personId }),
  command('endSessions', { personId }),
  command('listTeams', {}),
  command('setTeam', {
    teamId: TeamId,
    name: text(100),
    /** Ids of states and LGAs. */
    areas: z.array(id).check(z.minLength(1), z.maxLength(maxLgasOfTeam)),
  }),
  command('removeTeam', { teamId: TeamId }),
  command('listMembers', { teamId: TeamId }),
  command('setMember', {
    agentId: personId,
    teamId: TeamId,
    dailyCapacity: z.optional(DailyCapacity),
    products: z.optional(z.array(z.enum(products)).check(z.minLength(1))),
  }),
  command('removeMember', { agentId: personId }),
  command('showVerification', verification),
  command('listStuck', { ...tenant, after: z.optional(StuckPosition) }),
  command('decide', { ...verification, outcome, adminComment: z.optional(text(2000)) }),
  command('find', naming),
  command('export', {
    ...verification,
    /** Where the page before this one ended. */
    page: z.optional(
      z.object({ kind: z.enum(exportedKinds), name: text(300), offset: z.int().check(z.minimum(0)) }),
    ),
  }),
  command('erase', { ...naming, dryRun }),
  command('listErasures', { since: time }),
  command('trail', {
    ...verification,
    /** Where the page before this one ended. */
    after: z.optional(z.int().check(z.minimum(1))),
  }),
  command('checkTrailLog', { fromHour: z.optional(Hour), toHour: z.optional(Hour) }),
  command('listEndpoints', tenant),
  command('recoverEndpoint', { ...tenant, endpointId: id, since: time, until: z.optional(time) }),
  command('listDeadLetters', {}),
  command('redrive', { queue: text(80) }),
  command('listReceiptKeys', {}),
  command('rotateReceiptKey', {}),
  // A thumbprint: SHA-256 in base64url.
  command('distrustReceiptKey', { kid: z.string().check(z.regex(/^[\w-]{43}$/)), since: time }),
  command('listDataKeys', {}),
  command('rotateDataKeys', {}),
  command('listStageSecrets', {}),
  command('rotateStageSecret', { stageSecret: z.enum(stageSecretNames) }),
  command('endStageSecret', { stageSecret: z.enum(stageSecretNames), dryRun }),
  command('reconcile', { organisationId: z.optional(id), mode: z.optional(TenantMode) }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<Name extends Command['command']> = Extract<Command, { command: Name }>

import * as z from 'zod/mini'
import { TenantMode } from '../../shared/account/contract.ts'
import { email, id, phone, text } from '../../shared/http/contract/text.ts'
import { Month } from '../../shared/ledger/contract.ts'
import { ledgerListKeyPattern } from '../../shared/ledger/line-store.ts'
import { ClientScope } from '../../shared/scopes.ts'
import { exportedKinds } from '../../shared/trust/export-exclusions.ts'
import { Hour } from '../../shared/trust/trail-log/contract.ts'
import { verificationTypes } from '../../shared/verification/contract/product.ts'

/** The issuer's subject. */
const personId = text(255)
const clientId = z.string().check(z.regex(/^[a-z0-9-]{3,60}$/))

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
  after: z.optional(z.object({ noun: z.enum(verificationTypes), beforeId: z.optional(id) })),
}

/** A list of what is open, and where in it a search goes on. */
const StuckPlace = z.object({
  list: z.union([z.literal('late'), z.int().check(z.minimum(0))]),
  after: z.optional(z.record(z.string(), z.unknown())),
})
export type StuckPlace = z.infer<typeof StuckPlace>

/** What an operator can ask for. */
export const Command = z.discriminatedUnion('command', [
  z.object({ command: z.literal('createOrganisation'), name: text(200), id: z.optional(id) }),
  z.object({ command: z.literal('listOrganisations') }),
  z.object({ command: z.literal('setAlertAddress'), organisationId: id, alertAddress: z.optional(email) }),
  z.object({
    command: z.literal('createClient'),
    ...tenant,
    scopes: z.array(ClientScope).check(z.minLength(1)),
    clientId: z.optional(clientId),
    /** Taken on the stage `local` alone; every other stage draws its secrets. */
    secret: z.optional(text(200)),
  }),
  z.object({ command: z.literal('listClients'), organisationId: id }),
  z.object({
    command: z.literal('changeScopes'),
    clientId,
    scopes: z.array(ClientScope).check(z.minLength(1)),
  }),
  z.object({ command: z.literal('setSpendCap'), clientId, amount: z.int().check(z.minimum(0)) }),
  z.object({ command: z.literal('removeSpendCap'), clientId }),
  z.object({ command: z.literal('showSpend'), clientId }),
  z.object({ command: z.literal('rotateSecret'), clientId }),
  z.object({ command: z.literal('revokeTokens'), clientId }),
  z.object({ command: z.literal('removeClient'), clientId, dryRun: z.optional(z.boolean()) }),
  z.object({ command: z.literal('showStage') }),
  z.object({ command: z.literal('listPrices') }),
  z.object({
    command: z.literal('listLedger'),
    ...tenant,
    month: Month,
    /** Where an earlier page ended. */
    after: z.optional(z.string().check(z.regex(ledgerListKeyPattern))),
  }),
  z.object({ command: z.literal('listPeople') }),
  z.object({ command: z.literal('disablePerson'), personId }),
  z.object({ command: z.literal('enablePerson'), personId }),
  z.object({ command: z.literal('endSessions'), personId }),
  z.object({ command: z.literal('showVerification'), ...verification }),
  z.object({ command: z.literal('listStuck'), ...tenant, after: z.optional(StuckPlace) }),
  z.object({
    command: z.literal('decide'),
    ...verification,
    outcome: z.string(),
    adminComment: z.optional(text(2000)),
  }),
  z.object({ command: z.literal('find'), ...naming }),
  z.object({
    command: z.literal('export'),
    ...verification,
    /** Where the page before this one ended. */
    page: z.optional(
      z.object({ kind: z.enum(exportedKinds), name: text(300), offset: z.int().check(z.minimum(0)) }),
    ),
  }),
  z.object({ command: z.literal('erase'), ...naming, dryRun: z.optional(z.boolean()) }),
  z.object({ command: z.literal('listErasures'), since: time }),
  z.object({ command: z.literal('trail'), ...verification }),
  z.object({ command: z.literal('checkTrailLog'), fromHour: z.optional(Hour), toHour: z.optional(Hour) }),
  z.object({ command: z.literal('listEndpoints'), ...tenant }),
  z.object({
    command: z.literal('recoverEndpoint'),
    ...tenant,
    endpointId: id,
    since: time,
    until: z.optional(time),
  }),
  z.object({ command: z.literal('listDeadLetters') }),
  z.object({ command: z.literal('redrive'), queue: text(80) }),
  z.object({ command: z.literal('listReceiptKeys') }),
  z.object({ command: z.literal('rotateReceiptKey') }),
  z.object({
    command: z.literal('distrustReceiptKey'),
    /** A thumbprint: SHA-256 in base64url. */
    kid: z.string().check(z.regex(/^[\w-]{43}$/)),
    since: time,
  }),
  z.object({ command: z.literal('listDataKeys') }),
  z.object({ command: z.literal('rotateDataKeys') }),
  z.object({ command: z.literal('reconcile'), organisationId: z.optional(id), mode: z.optional(TenantMode) }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<Name extends Command['command']> = Extract<Command, { command: Name }>

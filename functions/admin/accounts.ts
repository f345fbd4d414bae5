import { randomUUID } from 'node:crypto'
import { mayHold, operatorOrganisationId } from '../../shared/account/caller.ts'
import { generateSecret, sha256Digest } from '../../shared/account/credential.ts'
import * as people from '../../shared/account/person-store.ts'
import * as accounts from '../../shared/account/store.ts'
import { resumed, suspended, suspendedSince } from '../../shared/account/suspension.ts'
import { setting } from '../../shared/aws/environment.ts'
import { monthOf } from '../../shared/ledger/line.ts'
import { priceListVersion } from '../../shared/ledger/price.ts'
import { ledgerReadLines, listLedgerLines } from '../../shared/ledger/read-store.ts'
import { recountSpend } from '../../shared/ledger/recount.ts'
import { findSpend } from '../../shared/ledger/spend-store.ts'
import { createFirstDataKey } from '../../shared/table/data-key-rotation.ts'
import { generateId } from '../../shared/table/id.ts'
import { checkSeal, sealFaultKinds } from '../../shared/ledger/seal/check.ts'
import { lastSealableMonth, monthGraceMs } from '../../shared/ledger/seal/due.ts'
import { createFirstReceiptKey } from '../../shared/signing/signing.ts'
import type { CommandOf } from './command.ts'

/* What changes a client or a person counts in every container within a minute. */

/** Both secrets of a rotation are live until the next one. */
const liveSecrets = 2

/** A line is some 400 bytes of JSON, and a function answers at most 6 MB. */
const ledgerPageSize = 2000

const noOrganisation = () => new Error('organisationId: there is no such organisation')
const noClient = () => new Error('clientId: there is no such client')

const getOrganisation = async (id: number): Promise<accounts.Organisation> => {
  const organisation = await accounts.findOrganisation(id, { consistent: true })
  if (!organisation) throw noOrganisation()
  return organisation
}

const getClient = async (clientId: string): Promise<accounts.Client> => {
  const client = await accounts.findClient(clientId)
  if (!client) throw noClient()
  return client
}

const assertFixedAllowed = (value: unknown, field: string): void => {
  if (value !== undefined && !setting('ALLOW_FIXED_SECRETS'))
    throw new Error(`${field}: this stage draws its own`)
}

const assertScopes = (organisationId: number, scopes: readonly string[]): void => {
  const foreign = scopes.filter(scope => !mayHold(organisationId, scope))
  if (foreign.length > 0)
    throw new Error(
      `scopes: ${foreign.join(', ')} are for clients of organisation ${operatorOrganisationId} alone`,
    )
}

export const createOrganisation = async ({ name, id }: CommandOf<'createOrganisation'>) => {
  assertFixedAllowed(id, 'id')
  const now = Date.now()
  // The data of the first organisation is encrypted from its first order on, and verifiers know the key before
  // there is a receipt.
  if ((await accounts.findOrganisations()).length === 0)
    await Promise.all([createFirstDataKey(now), createFirstReceiptKey(now)])
  const createdAt = new Date(now).toISOString()
  const organisation = { id: id ?? generateId(now, Math.random()), name, createdAt }
  if (!(await accounts.addOrganisation(organisation))) throw new Error('id: this organisation exists')
  return organisation
}

export const listOrganisations = async () => ({
  organisations: (await accounts.findOrganisations()).map(organisation => {
    const { id, name, createdAt, alertAddress, suspensions } = organisation
    return {
      id,
      name,
      createdAt,
      alertAddress,
      suspendedAt: suspendedSince(organisation),
      ...(suspensions && { suspensions }),
    }
  }),
})

/* A suspension deletes nothing. What is decided on an account that was suspended or resumed meanwhile fails. */

const unlessChanged = (isDone: boolean, field: string): void => {
  if (!isDone) throw new Error(`${field}: it was suspended or resumed by somebody else just now`)
}

/** Of all clients that the organisation has: a client that is made later asks the organisation. */
const markClients = async (organisationId: number, since: string | undefined): Promise<number> => {
  const clients = await accounts.findClients(organisationId)
  for (const { id } of clients) await accounts.markOrganisationSuspended(id, since)
  return clients.length
}

/** Repeated, it reaches the clients that it did not reach. */
export const suspendOrganisation = async ({ organisationId }: CommandOf<'suspendOrganisation'>) => {
  const organisation = await getOrganisation(organisationId)
  const now = new Date().toISOString()
  const changed = suspended(organisation, now)
  if (changed)
    unlessChanged(await accounts.replaceOrganisationSuspensions(organisation, changed), 'organisationId')
  const suspendedAt = suspendedSince(organisation) ?? now
  return { organisationId, suspendedAt, clients: await markClients(organisationId, suspendedAt) }
}

/** Clients that are suspended themselves stay so. */
export const resumeOrganisation = async ({ organisationId }: CommandOf<'resumeOrganisation'>) => {
  const organisation = await getOrganisation(organisationId)
  const changed = resumed(organisation, new Date().toISOString())
  if (changed)
    unlessChanged(await accounts.replaceOrganisationSuspensions(organisation, changed), 'organisationId')
  return { organisationId, clients: await markClients(organisationId, undefined) }
}

export const suspendClient = async ({ clientId }: CommandOf<'suspendClient'>) => {
  const client = await getClient(clientId)
  const now = new Date().toISOString()
  const changed = suspended(client, now)
  if (changed) unlessChanged(await accounts.replaceClientSuspensions(client, changed), 'clientId')
  return { clientId, suspendedAt: suspendedSince(client) ?? now }
}

/** Its organisation may be suspended nevertheless. */
export const resumeClient = async ({ clientId }: CommandOf<'resumeClient'>) => {
  const client = await getClient(clientId)
  const changed = resumed(client, new Date().toISOString())
  if (changed) unlessChanged(await accounts.replaceClientSuspensions(client, changed), 'clientId')
  return { clientId, organisationSuspendedAt: client.organisationSuspendedAt ?? null }
}

export const setAlertAddress = async ({ organisationId, alertAddress }: CommandOf<'setAlertAddress'>) => {
  if (!(await accounts.replaceAlertAddress(organisationId, alertAddress))) throw noOrganisation()
  return { organisationId, alertAddress: alertAddress ?? null }
}

const suspensionOf = async (organisationId: number): Promise<string | undefined> =>
  suspendedSince(await getOrganisation(organisationId))

/** The secret is answered here and never again. */
export const createClient = async (command: CommandOf<'createClient'>) => {
  assertFixedAllowed(command.secret, 'secret')
  const { organisationId, mode, scopes } = command
  assertScopes(organisationId, scopes)
  if (organisationId !== operatorOrganisationId) await getOrganisation(organisationId)
  const secret = command.secret ?? generateSecret()
  const id = command.clientId ?? `${mode}-${randomUUID()}`
  const generation = Date.now()
  const createdAt = new Date(generation).toISOString()
  const secrets = [{ digest: sha256Digest(secret), createdAt }]
  if (!(await accounts.addClient({ id, organisationId, mode, scopes, secrets, createdAt, generation })))
    throw new Error('clientId: this client exists')
  // Read after the client is there: an organisation that is suspended later finds it.
  const since = organisationId === operatorOrganisationId ? undefined : await suspensionOf(organisationId)
  if (since !== undefined) await accounts.markOrganisationSuspended(id, since)
  return { clientId: id, secret, organisationId, mode, scopes }
}

/** Without its secrets' digests; when each was made, newest first. */
const toClientSummary = (client: accounts.Client) => {
  const { id: clientId, organisationId, mode, scopes, secrets, createdAt, spendCap } = client
  const { suspensions, organisationSuspendedAt } = client
  const suspendedAt = suspendedSince(client)
  const suspension = {
    ...(suspendedAt && { suspendedAt }),
    ...(organisationSuspendedAt && { organisationSuspendedAt }),
    ...(suspensions && { suspensions }),
  }
  const cap = spendCap !== undefined && { spendCap }
  const secretsMadeAt = secrets.map(secret => secret.createdAt)
  return { clientId, organisationId, mode, scopes, createdAt, ...cap, ...suspension, secretsMadeAt }
}

export const listClients = async ({ organisationId }: CommandOf<'listClients'>) => ({
  clients: (await accounts.findClients(organisationId)).map(toClientSummary),
})

export const changeScopes = async ({ clientId, scopes }: CommandOf<'changeScopes'>) => {
  assertScopes((await getClient(clientId)).organisationId, scopes)
  if (!(await accounts.replaceScopes(clientId, scopes))) throw noClient()
  return { clientId, scopes }
}

/** The secret before it works, with its tokens, until the next rotation. */
export const rotateSecret = async ({ clientId }: CommandOf<'rotateSecret'>) => {
  const client = await getClient(clientId)
  const secret = generateSecret()
  const newest = { digest: sha256Digest(secret), createdAt: new Date().toISOString() }
  const secrets = [newest, ...client.secrets].slice(0, liveSecrets)
  if (!(await accounts.replaceSecrets(client, secrets)))
    throw new Error('clientId: the secret is being rotated by somebody else')
  return { clientId, secret }
}

/** Its secrets go on. */
export const revokeTokens = async ({ clientId }: CommandOf<'revokeTokens'>) => {
  if (!(await accounts.invalidateTokens(clientId))) throw noClient()
  return { clientId }
}

/** Removes its tokens, too. */
export const removeClient = async ({ clientId, dryRun = false }: CommandOf<'removeClient'>) => {
  if (dryRun) return { dryRun, ...toClientSummary(await getClient(clientId)) }
  await accounts.deleteClient(clientId)
  return { clientId }
}

const thisMonth = () => monthOf(new Date().toISOString())

/** What the client was charged for orders of this month counts; what is under way counts once it is charged. */
export const setSpendCap = async ({ clientId, amount }: CommandOf<'setSpendCap'>) => {
  const client = await getClient(clientId)
  await accounts.replaceSpendCap(clientId, amount)
  const month = thisMonth()
  const { used, spent } = await recountSpend(client, { clientId, month })
  return { clientId, spendCap: amount, month, used, spent }
}

/** What was put aside is settled all the same. */
export const removeSpendCap = async ({ clientId }: CommandOf<'removeSpendCap'>) => {
  await getClient(clientId)
  await accounts.replaceSpendCap(clientId, undefined)
  return { clientId }
}

export const showSpend = async ({ clientId }: CommandOf<'showSpend'>) => {
  const client = await getClient(clientId)
  const month = thisMonth()
  const { used, spent } = await findSpend(client, clientId, month)
  return { clientId, spendCap: client.spendCap ?? null, month, used, spent }
}

/** `version` is what lines of the ledger name. */
export const listPrices = async () => ({
  prices: Object.entries(setting('PRICES')).map(([product, priceNgn]) => ({ product, priceNgn })),
  version: priceListVersion(),
})

/** Oldest first. */
export const listLedger = async ({ organisationId, mode, month, after }: CommandOf<'listLedger'>) => {
  const page = { limit: ledgerPageSize, after }
  const { items, after: next } = await listLedgerLines({ organisationId, mode }, { month }, page)
  return { lines: items, ...(next !== undefined && { next }) }
}

/** A page of the comparison of a month's lines with its seal; `npm run admin -- ledger check` asks for all of them. */
export const checkLedger = async ({ organisationId, mode, month, after }: CommandOf<'checkLedger'>) => {
  const nowMs = Date.now()
  if (month > lastSealableMonth(nowMs))
    throw new Error(`month: it is sealed ${monthGraceMs / 86_400_000} days after its end`)
  const of = { organisationId, mode, month }
  const { findings, ...rest } = await checkSeal(of, { after, limit: ledgerReadLines, nowMs })
  return { ...rest, findings: findings.map(finding => ({ ...finding, why: sealFaultKinds[finding.fault] })) }
}

/* Who people are, and in which groups, is the issuer's. What the operator can do at once is done here. */

export const listPeople = async () => ({
  people: (await people.findPeople()).map(({ id: personId, roles, signedInAt, disabledAt }) => ({
    personId,
    roles,
    signedInAt,
    ...(disabledAt && { disabledAt }),
  })),
})

const unlessNobody = (isDone: boolean, personId: string) => {
  if (!isDone) throw new Error('personId: nobody has signed in as this person')
  return { personId }
}

export const disablePerson = async ({ personId }: CommandOf<'disablePerson'>) =>
  unlessNobody(await people.disablePerson(personId, new Date().toISOString()), personId)

export const enablePerson = async ({ personId }: CommandOf<'enablePerson'>) =>
  unlessNobody(await people.enablePerson(personId), personId)

export const endSessions = async ({ personId }: CommandOf<'endSessions'>) =>
  unlessNobody(await people.deleteSessionsOf(personId), personId)

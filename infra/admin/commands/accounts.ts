import * as z from 'zod/mini'
import { roles } from '../../../shared/account/contract.ts'
import { formatCsv } from '../../../shared/ledger/csv.ts'
import type { LedgerLine } from '../../../shared/ledger/line.ts'
import { currency } from '../../../shared/ledger/price.ts'
import { chargingRules } from '../../../shared/ledger/rule-contract.ts'
import { sumAmounts, sumByProduct } from '../../../shared/ledger/sum.ts'
import { addPerson as addToPool } from '../../local/seed.ts'
import { type AdminCall, type CommandGroup, fieldsOf } from '../admin-command.ts'
import { checkLedger, type LedgerChecked } from '../check-ledger.ts'
import { formatTable, rows } from '../table.ts'
import { askAws, localTarget, RefusedError } from '../target.ts'

interface LedgerLines {
  readonly lines: readonly LedgerLine[]
}

const columns = [
  'chargedAt',
  'organisationId',
  'mode',
  'verificationId',
  'product',
  'end',
  'rule',
  'why',
  'amount',
  'currency',
  'priceList',
  'clientId',
]

/** Every line, and in words why it was charged. */
export const ledgerCsv = ({ lines }: LedgerLines): string =>
  formatCsv(
    columns,
    lines.map(line => ({ ...line, why: chargingRules[line.rule] })),
  )

export const ledgerSums = ({ lines }: LedgerLines): string => {
  const total = { product: `total, ${currency}`, count: lines.length, amount: sumAmounts(lines) }
  return formatTable(
    ['product', 'count', 'amount'],
    lines.length === 0 ? [] : [...sumByProduct(lines), total].map(sum => ({ ...sum })),
  )
}

/** The pool stores names and email addresses, which this service does not. */
const byHand = (prefix: string, personId: string, group: string): string =>
  `people of a stage are made at its issuer; at its own pool:
  POOL=$(aws cloudformation describe-stacks --stack-name ${prefix}-stateful --query "Stacks[0].Outputs[?OutputKey=='UserPoolId'].OutputValue" --output text)
  aws cognito-idp admin-create-user --user-pool-id $POOL --username ${personId} --user-attributes Name=email,Value=… Name=email_verified,Value=true
  aws cognito-idp admin-add-user-to-group --user-pool-id $POOL --username ${personId} --group-name ${group}`

const addPerson = async ({ given, target }: AdminCall): Promise<object> => {
  const [personId, group] = [String(given.personId), String(given.group)]
  if (target.stage) throw new RefusedError(byHand(target.stage.prefix, personId, group))
  const announced = localTarget(target.port)
  const { userPoolId } = announced
  if (userPoolId === undefined)
    throw new RefusedError('this local environment has no user pool: people have another issuer')
  const add = addToPool({ ...announced, userPoolId }, { personId, group })
  // `fetch` puts the reason into `cause`.
  await askAws(target, () => add.catch(error => Promise.reject(error.cause ?? error)))
  return { personId, group }
}

export const accountCommands: CommandGroup = {
  'organisations list': {
    summary: 'Lists all organisations.',
    run: 'listOrganisations',
    show: rows('organisations', 'id', 'name', 'createdAt', 'alertAddress', 'suspendedAt'),
  },
  'organisations create': {
    summary: 'Creates an organisation.',
    run: 'createOrganisation',
  },
  'organisations alerts': {
    summary: 'Sets the email address for alerts about webhook endpoints.',
    details: 'Emails this address when an endpoint is disabled. Without `--mail` the service sends no email.',
    example: '--mail ops@acme.example',
    run: 'setAlertAddress',
  },
  'organisations suspend': {
    summary: 'Suspends an organisation: refuses everything that its clients and portal users do.',
    details:
      'Takes effect everywhere within a minute, also for tokens and sessions that exist, and deletes nothing. Orders in progress go on, and their events are sent as before. A client that is created meanwhile is suspended too.',
    run: 'suspendOrganisation',
  },
  'organisations resume': {
    summary: 'Ends the suspension of an organisation; its secrets and tokens work again.',
    details: 'Clients that are suspended themselves stay suspended.',
    run: 'resumeOrganisation',
  },
  'clients list': {
    summary: 'Lists the clients of an organisation, without their secrets.',
    run: 'listClients',
    show: rows('clients', 'clientId', 'mode', 'scopes', 'spendCap', 'secretsMadeAt'),
  },
  'clients create': {
    summary: 'Creates a client and shows its secret once.',
    run: 'createClient',
  },
  'clients scopes': {
    summary: 'Replaces what a client may do.',
    details:
      'Takes effect everywhere within a minute. Does not change the events of endpoints that the client registered.',
    run: 'changeScopes',
  },
  'clients cap': {
    summary: 'Limits what a client may spend in a calendar month (UTC), in NGN.',
    details:
      'Takes effect everywhere within a minute. Charges for orders of this month count, and orders in progress keep their reserved price. Beyond the cap orders and look-ups are refused with 402. A cap below the used amount cancels nothing.',
    run: 'setSpendCap',
  },
  'clients uncap': {
    summary: 'Removes a client’s spend cap.',
    run: 'removeSpendCap',
  },
  'clients spend': {
    summary: 'Shows a client’s spend cap, and how much of it is used this month.',
    details:
      '`used` is the amount spent and the amount reserved for orders in progress. Without a cap nothing is counted.',
    run: 'showSpend',
  },
  'clients rotate': {
    summary: 'Generates a new secret for a client and shows it once.',
    details: 'The previous secret and its tokens work until the next rotation.',
    run: 'rotateSecret',
  },
  'clients revoke': {
    summary: 'Revokes all existing tokens of a client.',
    details:
      'Takes effect everywhere within a minute. The secrets stay valid: rotate twice to replace them too.',
    run: 'revokeTokens',
  },
  'clients suspend': {
    summary: 'Suspends a client: refuses all its tokens, sign-ins and portal sessions.',
    details:
      'Takes effect everywhere within a minute and deletes nothing. Orders in progress go on, and their events are sent as before.',
    run: 'suspendClient',
  },
  'clients resume': {
    summary: 'Ends the suspension of a client; its secrets and tokens work again.',
    run: 'resumeClient',
  },
  'clients remove': {
    summary: 'Removes a client with its secrets and tokens.',
    details: 'Takes effect everywhere within a minute. Its orders and webhook endpoints stay.',
    isDryRunByDefault: true,
    run: 'removeClient',
  },
  'prices list': {
    summary: 'Lists the stage’s prices, as in `infra/stages.ts`.',
    run: 'listPrices',
    show: rows('prices', 'product', 'priceNgn'),
  },
  ledger: {
    summary: 'Shows what an organisation was charged in a month (UTC), by product; with --csv every line.',
    details:
      'A line is written once, with the verdict that it charges, and never changes. --csv is for books and invoices; --json contains the lines too. In test mode nothing is invoiced.',
    example: '--csv',
    run: 'listLedger',
    pagedList: 'lines',
    show: ledgerSums,
    csv: ledgerCsv,
  },
  'ledger check': {
    summary: 'Compares the lines of a month (UTC) with its seal, and lists the differences.',
    run: checkLedger,
    invokes: 'checkLedger',
    show: ({ lines }: LedgerChecked) => `ok, ${lines} lines`,
  },
  'people list': {
    summary: 'Lists everybody who signed in with a role, by the issuer’s subject.',
    run: 'listPeople',
    show: rows('people', 'personId', 'roles', 'signedInAt', 'disabledAt'),
  },
  'people add': {
    summary: 'Creates a person who can sign in to the local environment; for a stage, shows how.',
    takes: { personId: fieldsOf('disablePerson').personId!, group: z.enum(roles) },
    run: addPerson,
  },
  'people disable': {
    summary: 'Ends a person’s sessions and refuses every new sign-in.',
    run: 'disablePerson',
  },
  'people enable': { summary: 'Lets a person sign in again.', run: 'enablePerson' },
  'people sign-out': {
    summary: 'Ends a person’s sessions everywhere within a minute, for example for a lost phone.',
    run: 'endSessions',
  },
}

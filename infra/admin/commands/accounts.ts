import type { LedgerLine } from '../../../shared/ledger/line.ts'
import { currency } from '../../../shared/ledger/price.ts'
import { chargingRules } from '../../../shared/ledger/rule.ts'
import { sumAmounts, sumByProduct } from '../../../shared/ledger/sum.ts'
import { addPerson as addToPool } from '../../local/seed.ts'
import { type AdminCall, type CommandGroup, tenant } from '../admin-command.ts'
import { formatCsv, formatTable, rows } from '../table.ts'
import { askAws, localTarget, RefusedError } from '../target.ts'

interface LedgerLines {
  readonly lines: readonly LedgerLine[]
}

const columns = [
  ...['chargedAt', 'organisationId', 'mode', 'verificationId', 'product', 'end', 'rule', 'why'],
  ...['amount', 'currency', 'priceList', 'clientId'],
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

const ofClient = { required: ['client'] } as const
const ofPerson = { required: ['person'] } as const

export const accountCommands: CommandGroup = {
  'organisations list': {
    summary: 'Every organisation.',
    run: 'listOrganisations',
    show: rows('organisations', 'id', 'name', 'createdAt', 'alertAddress'),
  },
  'organisations create': {
    summary: 'Makes an organisation.',
    required: ['name'],
    run: 'createOrganisation',
  },
  'organisations alerts': {
    summary: 'Says where news of an organisation’s webhook endpoints goes.',
    details:
      'A letter tells this address when an endpoint is switched off. Without `--mail` nobody is told by letter.',
    required: ['organisation'],
    optional: ['mail'],
    example: '--mail ops@acme.example',
    run: 'setAlertAddress',
  },
  'clients list': {
    summary: 'The clients of an organisation, without their secrets.',
    required: ['organisation'],
    run: 'listClients',
    show: rows('clients', 'clientId', 'mode', 'scopes', 'spendCap', 'secretsMadeAt'),
  },
  'clients create': {
    summary: 'Makes a client; its secret is shown this once.',
    required: [...tenant, 'scopes'],
    optional: ['client'],
    run: 'createClient',
  },
  'clients scopes': {
    summary: 'Replaces what a client may do.',
    details: 'Counts everywhere within a minute. Endpoints that it registered go on sending what they sent.',
    required: ['client', 'scopes'],
    run: 'changeScopes',
  },
  'clients cap': {
    summary: 'Limits what a client may spend in a calendar month (UTC), in NGN.',
    details:
      'Counts everywhere within a minute. What the client was charged for orders of this month counts, and what is under way keeps its price put aside. Beyond it orders and look-ups are refused with 402; below what is used already it takes nothing back.',
    required: ['client', 'amount'],
    run: 'setSpendCap',
  },
  'clients uncap': {
    ...ofClient,
    summary: 'Lets a client spend what it likes again.',
    run: 'removeSpendCap',
  },
  'clients spend': {
    summary: 'A client’s spend cap, and how much of it is used this month.',
    details:
      '`used` is what is spent, with what is put aside for orders under way. Without a cap nothing is counted.',
    ...{ ...ofClient, run: 'showSpend' },
  },
  'clients rotate': {
    summary: 'Gives a client a new secret, shown this once.',
    details: 'The secret before it works, with its tokens, until the next rotation.',
    ...{ ...ofClient, run: 'rotateSecret' },
  },
  'clients revoke': {
    summary: 'Ends every token that a client was given so far.',
    details: 'Refused everywhere within a minute. Its secrets go on: rotate them twice to end those, too.',
    ...{ ...ofClient, run: 'revokeTokens' },
  },
  'clients remove': {
    summary: 'Removes a client with its secrets and tokens.',
    details: 'Refused everywhere within a minute. What it ordered stays, and its webhook endpoints do.',
    ...{ ...ofClient, isDryRunByDefault: true, run: 'removeClient' },
  },
  'prices list': {
    summary: 'What the stage charges for a verdict; `infra/stages.ts` says it.',
    run: 'listPrices',
    show: rows('prices', 'product', 'priceNgn'),
  },
  ledger: {
    summary: 'What an organisation was charged in a month (UTC), by product; with --csv every line.',
    details:
      'A line is written once, with the verdict that it charges, and never changed. --csv is for books and invoices, --json has the lines, too. In test mode nothing is invoiced.',
    required: [...tenant, 'month'],
    example: '--csv',
    run: 'listLedger',
    pagedList: 'lines',
    ...{ show: ledgerSums, csv: ledgerCsv },
  },
  'people list': {
    summary: 'Everybody who signed in with a role, by the issuer’s subject.',
    run: 'listPeople',
    show: rows('people', 'personId', 'roles', 'signedInAt', 'disabledAt'),
  },
  'people add': {
    summary: 'Makes somebody who can sign in to the local environment; for a stage it shows how.',
    required: ['person', 'group'],
    run: addPerson,
  },
  'people disable': {
    summary: 'Ends a person’s sessions, and nobody signs in as this person.',
    ...{ ...ofPerson, run: 'disablePerson' },
  },
  'people enable': { ...ofPerson, summary: 'Lets a person sign in again.', run: 'enablePerson' },
  'people sign-out': {
    summary: 'Ends a person’s sessions everywhere within a minute: a lost phone.',
    ...{ ...ofPerson, run: 'endSessions' },
  },
}

import { tokenSeconds } from '../../shared/account/credential.ts'
import { type EventType, eventNouns, eventTypes } from '../../shared/event/contract.ts'
import { type ProblemCode, problems } from '../../shared/http/contract/problem.ts'
import { problemGuides } from '../../shared/http/contract/problem-guide.ts'
import type { MatchHow } from '../../shared/identity/contract/check.ts'
import { lookUpPath } from '../../shared/identity/contract/look-up-route.ts'
import { type SandboxCase, sandboxCases } from '../../shared/identity/contract/sandbox.ts'
import type { MatchStatus } from '../../shared/identity/matching/matching.ts'
import { compoundLeads, filialWords, nameRules } from '../../shared/identity/matching/name-rules.ts'
import { products } from '../../shared/identity/products.ts'
import { routes } from '../../shared/routes.ts'
import { scopes } from '../../shared/scopes.ts'
import { retentionDays } from '../../shared/table/retention.ts'
import { duplicateWindowSeconds } from '../../shared/verification/duplicate.ts'
import { type Outcome, outcomes } from '../../shared/verification/outcome.ts'
import type { PayloadProfile } from '../../shared/webhook/contract.ts'
import { jitterShare } from '../../shared/webhook/delivery/schedule.ts'
import { secretOf, seededClients } from '../local/seed.ts'
import type { Stage } from '../stages.ts'

/* What guides say of the service, made of the lists that the service itself goes by: `{{name}}` in a guide. */

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string): string => `\`${text}\``

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** 7200 → `2 hours`. A day and less is said in hours, so that 24 hours are not taken for a calendar day. */
export const durationOf = (seconds: number): string => {
  const [size, word] = units.find(([each]) => seconds % each === 0 && (each < 86_400 || seconds > each))!
  const count = seconds / size
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const outcomeWords: Readonly<Record<Outcome, string>> = {
  accepted: 'accepted, nobody has decided',
  verified: 'confirmed',
  notInResidence: 'address: the person does not live there',
  invalidAddress: 'address: it does not exist',
  noAccess: 'address: the agent could not get in',
  notAnEmployee: 'employment: never worked there',
  detailsMismatch: 'employment: worked there, details differ',
  employerUnreachable: 'employment: nobody answered in three attempts',
  expired: 'nobody decided in time',
  cancelled: 'you cancelled it',
}

const outcomeTable = (): string =>
  table(
    ['what happened', 'status', 'subStatus', 'state'],
    Object.entries(outcomes).map(([outcome, { status, subStatus, state }]) => [
      outcomeWords[outcome as Outcome],
      ...[status, subStatus, state].map(code),
    ]),
  )

const verdictWords: Readonly<Record<MatchStatus, readonly [string, string]>> = {
  EXACT_MATCH: ['verified', 'every field that you sent agrees'],
  TRANSPOSED_MATCH: ['verified', 'the same, with first and last name exchanged'],
  PARTIAL_MATCH: ['id_mismatch', 'some name agrees, or the names do and another field does not'],
  NO_MATCH: ['id_mismatch', 'no name agrees: the number is somebody else’s'],
}

const verdictTable = (): string =>
  table(
    ['`status.status`', 'the check’s `status`', 'what it means'],
    Object.entries(verdictWords).map(([match, [status, words]]) => [code(status), code(match), words]),
  )

const howWords: Readonly<Record<MatchHow, string>> = {
  exact: 'the same',
  case: 'the same but for capital and small letters',
  diacritics: 'the same but for tone marks, dots and hooks',
  punctuation: 'the same but for hyphens, apostrophes, dots or spaces',
  'compound-order': 'the same words in another order',
  'extra-middle-name': 'the same, beside a name that is known as a middle name',
  swapped: 'first and last name are exchanged',
  initial: 'an initial: agrees for a middle name, never for a first or last name',
  missing: 'the registry has no readable value: never agrees',
  different: 'another value: never agrees',
}

const howTable = (): string =>
  table(
    ['`matchDetails`', 'what it means'],
    Object.entries(howWords).map(([how, words]) => [code(how), words]),
  )

const asName = (names: string): string => `“${names.trim().replaceAll(' | ', ' / ')}”`

const ruleTable = (agrees: boolean): string =>
  table(
    agrees ? ['what is ignored', 'you send', 'the registry has'] : ['why', 'you send', 'the registry has'],
    nameRules
      .filter(rule => rule.agrees === agrees)
      .map(({ ignores, supplied, registered }) => [
        ignores.replace(/^nothing: /, ''),
        asName(supplied),
        asName(registered),
      ]),
  )

const productTable = (): string =>
  table(
    ['product', 'path', 'number'],
    products.map(product => [product.name, code(`POST ${lookUpPath(product)}`), product.number.words]),
  )

const personTable = (): string =>
  table(
    ['product', 'claim', 'middle name', 'born', 'phone'],
    products.map(({ name, sandbox: { person } }) => [
      name,
      `**${person.firstname} ${person.lastname}**`,
      person.middlename,
      person.birthdate.split('-').reverse().join('-'),
      person.phone,
    ]),
  )

const numberTable = (): string =>
  table(
    ['what happens', ...products.map(({ name }) => name)],
    Object.entries(sandboxCases).map(([name, [, outcome]]) => [
      outcome,
      ...products.map(({ sandbox }) => code(sandbox.numbers[name as SandboxCase])),
    ]),
  )

const codes = Object.keys(problems) as ProblemCode[]

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const errorTable = (): string =>
  table(
    ['status', 'code', 'title', 'worth repeating'],
    codes.map(each => {
      const { status, title, retryable } = problems[each]
      return [`${status}`, `[${code(each)}](/v1/docs/error-codes#${each})`, title, yesOrNo(retryable)]
    }),
  )

const errorSections = (): string =>
  codes
    .map(each => {
      const { status, title, retryable } = problems[each]
      const { when, whatToDo } = problemGuides[each]
      return `### ${each}\n\n**${status} · ${title}** · worth repeating: ${yesOrNo(retryable)}\n\n${when}\n\n**What to do.** ${whatToDo}`
    })
    .join('\n\n')

const limitTable = ({ requestsPerMinute, lookups, webhooks }: Stage): string => {
  const { resends, recoveries, pings } = webhooks.perHour
  const rows: readonly (readonly [string, string, string, number, string])[] = [
    ['requests', 'requests, over all paths', 'a client', requestsPerMinute, 'minute'],
    ['client', 'look-ups', 'a client', lookups.perClientPerMinute, 'minute'],
    ['number', 'look-ups of one id number, live', 'an organisation', lookups.perNumberPerDay, 'UTC day'],
    [
      'fruitless',
      'look-ups that end not found or `NO_MATCH`, live',
      'an organisation',
      lookups.fruitlessPerDay,
      'UTC day',
    ],
    ['pings', 'pings of webhook endpoints', 'an organisation', pings, 'hour'],
    ['resends', 'events sent again', 'an organisation', resends, 'hour'],
    ['recoveries', 'recoveries of an endpoint', 'an organisation', recoveries, 'hour'],
  ]
  return table(
    ['name', 'what is counted', 'for whom', 'limit', 'in a'],
    rows.map(([name, what, whose, limit, window]) => [
      code(name),
      what,
      whose,
      limit.toLocaleString('en'),
      window,
    ]),
  )
}

const eventWords: Readonly<Record<EventType, string>> = {
  verification_completed: 'it is final, whichever way it ended',
  verification_started: 'people have begun to work on it',
  verification_delayed: 'it is later than promised',
}

const eventTable = (): string =>
  table(
    ['`event_type`', 'when', 'sent'],
    eventTypes.map((type, index) => [
      code(type),
      eventWords[type],
      index === 0 ? 'always' : 'if you ask for it',
    ]),
  )

const payloadWords: Readonly<Record<PayloadProfile, string>> = {
  full: 'the whole record',
  masked:
    'the same fields: ids, statuses, prices, times, yes or no, states and LGAs as they are; names, phones, mail addresses, numbers and dates of birth masked; everything else null',
  thin: 'ids and status; read the record with your credentials',
}

const payloadTable = (): string =>
  table(
    ['`payload`', 'what is sent'],
    Object.entries(payloadWords).map(([name, words]) => [code(name), words]),
  )

const usedFor = (scope: string): string =>
  Object.values(routes)
    .filter(({ access }) => ([] as string[]).concat(access as string[]).includes(scope))
    .map(({ method, path }) => code(`${method} ${path}`))
    .join(', ')

const scopeTable = (): string =>
  table(
    ['scope', 'opens'],
    scopes.filter(scope => !scope.startsWith('operations.')).map(scope => [code(scope), usedFor(scope)]),
  )

const credentialLines = ({ seed }: Stage): string =>
  seed
    ? `CLIENT_ID=local-test\nSECRET=${secretOf('local-test')}`
    : 'CLIENT_ID=test-…       # what your operator gave you\nSECRET=…'

const clientTable = ({ seed }: Stage): string =>
  seed
    ? table(
        ['clientId', 'secret', 'mode', 'organisation'],
        seededClients.map(({ clientId, mode, organisationId }) => [
          code(clientId),
          code(secretOf(clientId)),
          mode,
          `${organisationId}`,
        ]),
      )
    : 'Your operator gives you a client id and a secret for test mode, and another pair for live mode.'

/** Everything that a guide can have filled in. The values of limits and times are the stage's own. */
export const factsOf = (settings: Stage): Readonly<Record<string, string>> => {
  const { webhooks, verification, lookups } = settings
  const [example] = products
  return {
    credentials: credentialLines(settings),
    clients: clientTable(settings),
    tokenLifetime: durationOf(tokenSeconds),
    scopes: scopeTable(),
    visitDelay: durationOf(verification.simulatedAgentDelaySeconds),
    dueTime: durationOf(verification.dueSeconds),
    expiryTime: durationOf(verification.expirySeconds),
    outcomes: outcomeTable(),
    verdicts: verdictTable(),
    matchDetails: howTable(),
    rulesThatAgree: ruleTable(true),
    rulesThatDiffer: ruleTable(false),
    compoundLeads: [...compoundLeads].join(', '),
    filialWords: listed([...filialWords]),
    products: productTable(),
    persons: personTable(),
    numbers: numberTable(),
    numberExact: example!.sandbox.numbers.exact,
    numberPartial: example!.sandbox.numbers.partial,
    numberLate: example!.sandbox.numbers.late,
    lateTime: durationOf(lookups.giveUpSeconds),
    errors: errorTable(),
    errorSections: errorSections(),
    limits: limitTable(settings),
    events: eventTable(),
    eventNouns: listed(eventNouns.map(code)),
    payloads: payloadTable(),
    retrySchedule: listed(webhooks.retryScheduleSeconds.map(durationOf)),
    attempts: `${webhooks.retryScheduleSeconds.length + 1}`,
    jitter: `${jitterShare * 100} %`,
    receiverTimeout: durationOf(webhooks.timeoutSeconds),
    duplicateWindow: durationOf(duplicateWindowSeconds),
    idempotencyWindow: durationOf(retentionDays.idempotencyKey * 86_400),
    eventDays: `${retentionDays.event} days`,
    identityEventDays: `${retentionDays.identityEvent} days`,
    attemptDays: `${retentionDays.attempt} days`,
    recordDays: `${retentionDays.verification} days`,
  }
}

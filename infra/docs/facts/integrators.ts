import { isOperationsScope } from '../../../shared/account/contract.ts'
import { tokenSeconds } from '../../../shared/account/credential.ts'
import {
  type EventType,
  eventResources,
  eventTypes,
  type PayloadProfile,
} from '../../../shared/event/name-contract.ts'
import { type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import { problemGuides } from '../../../shared/http/contract/problem-guide.ts'
import { lookupPath } from '../../../shared/identity/contract/lookup-route.ts'
import { type SandboxCase, sandboxCases } from '../../../shared/identity/contract/sandbox.ts'
import { nin } from '../../../shared/identity/product/nin.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { ledgerKind } from '../../../shared/ledger/kinds.ts'
import { chargingRules, neverCharged } from '../../../shared/ledger/rule-contract.ts'
import { lgaSpellings } from '../../../shared/location/find-place.ts'
import { allStates } from '../../../shared/location/location.ts'
import { isOperatorProblem } from '../../../shared/openapi/audience.ts'
import { operationExamples } from '../../../shared/openapi/examples.ts'
import { routes } from '../../../shared/routes.ts'
import { scopes } from '../../../shared/scopes.ts'
import { rolePrefix } from '../../../shared/webhook/cloud/arn.ts'
import { eventSource } from '../../../shared/webhook/cloud/send.ts'
import { jitterShare } from '../../../shared/webhook/delivery/result.ts'
import { endpointLimit } from '../../../shared/webhook/endpoint/endpoint.ts'
import { headerLimit } from '../../../shared/webhook/header-contract.ts'
import { npmFile, wheelFile } from '../../clients/packages.ts'
import { gatewayAnswers } from '../../emulator/api-gateway/gateway-answers.ts'
import { secretOf, seededClients } from '../../local/seed.ts'
import type { StageSettings } from '../../stage-settings.ts'
import { formatSeconds, inlineCode, joinList, markdownTable } from './table.ts'

const usedFor = (scope: string): string =>
  Object.values(routes)
    .filter(({ access }) => ([] as string[]).concat(access as string[]).includes(scope))
    .map(({ method, path }) => inlineCode(`${method} ${path}`))
    .join(', ')

const officialLists: Readonly<Record<string, string>> = {
  C: 'Constitution',
  I: 'INEC',
  O: 'OSGOF',
  P: 'NPHCDA',
}

const officialIn = (lists: string): string =>
  Object.entries(officialLists)
    .flatMap(([letter, list]) => (lists.includes(letter) ? list : []))
    .join(', ')

/** `N` marks the name that an LGA had in the list before. */
const renamedLgas = (): readonly (readonly string[])[] =>
  allStates().flatMap(state =>
    lgaSpellings(state).flatMap(([own, ...others]) =>
      others
        .filter(({ lists }) => lists.includes('N'))
        .map(before => [
          state.name,
          before.name,
          officialIn(before.lists) || 'none',
          own.name,
          officialIn(own.lists),
        ]),
    ),
  )

export const placeFacts = () => {
  const renamed = renamedLgas()
  return {
    renamedLgas: markdownTable(
      ['state', 'until November 2026', 'written so by', 'now', 'written so by'],
      renamed,
    ),
    renamedLgaCount: `${renamed.length}`,
  }
}

const scopeTable = (): string =>
  markdownTable(
    ['scope', 'opens'],
    scopes.filter(scope => !isOperationsScope(scope)).map(scope => [inlineCode(scope), usedFor(scope)]),
  )

const credentialLines = ({ seed }: StageSettings): string =>
  seed
    ? `CLIENT_ID=local-test\nSECRET=${secretOf('local-test')}`
    : 'CLIENT_ID=test-…       # what your operator gave you\nSECRET=…'

const clientTable = ({ seed }: StageSettings): string =>
  seed
    ? markdownTable(
        ['clientId', 'secret', 'mode', 'organisation'],
        seededClients.map(({ clientId, mode, organisationId }) => [
          inlineCode(clientId),
          inlineCode(secretOf(clientId)),
          mode,
          `${organisationId}`,
        ]),
      )
    : 'Your operator gives you a client id and a secret for test mode, and another pair for live mode.'

export const clientFacts = (settings: StageSettings) => ({
  credentials: credentialLines(settings),
  npmFile,
  wheelFile,
  clients: clientTable(settings),
  tokenLifetime: formatSeconds(tokenSeconds),
  scopes: scopeTable(),
})

const productTable = (): string =>
  markdownTable(
    ['product', 'path', 'number'],
    identityProducts.map(product => [
      product.name,
      inlineCode(`POST ${lookupPath(product)}`),
      product.number.words,
    ]),
  )

const personTable = (): string =>
  markdownTable(
    ['product', 'claim', 'middle name', 'born', 'phone'],
    identityProducts.map(({ name, sandbox: { person } }) => [
      name,
      `**${person.firstname} ${person.lastname}**`,
      person.middlename,
      person.birthdate.split('-').reverse().join('-'),
      person.phone,
    ]),
  )

const numberTable = (): string =>
  markdownTable(
    ['what happens', ...identityProducts.map(({ name }) => name)],
    Object.entries(sandboxCases).map(([name, [, outcome]]) => [
      outcome,
      ...identityProducts.map(({ sandbox }) => inlineCode(sandbox.numbers[name as SandboxCase])),
    ]),
  )

export const productFacts = () => ({
  products: productTable(),
  persons: personTable(),
  numbers: numberTable(),
  numberExact: nin.sandbox.numbers.exact,
  numberPartial: nin.sandbox.numbers.partial,
  numberLate: nin.sandbox.numbers.late,
})

const codes = Object.keys(problems) as ProblemCode[]
const operatorCodes = codes.filter(isOperatorProblem)
const integratorCodes = codes.filter(code => !isOperatorProblem(code))

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const errorTable = (shown: readonly ProblemCode[], page: string): string =>
  markdownTable(
    ['status', 'code', 'title', 'worth repeating'],
    shown.map(each => {
      const { status, title, retryable } = problems[each]
      return [`${status}`, `[${inlineCode(each)}](${page}#${each})`, title, yesOrNo(retryable)]
    }),
  )

const errorSections = (shown: readonly ProblemCode[]): string =>
  shown
    .map(each => {
      const { status, title, retryable } = problems[each]
      const { when, whatToDo } = problemGuides[each]
      return `### ${each}\n\n**${status} · ${title}** · worth repeating: ${yesOrNo(retryable)}\n\n${when}\n\n**What to do.** ${whatToDo}`
    })
    .join('\n\n')

const gatewayTable = (): string =>
  markdownTable(
    ['status', 'body', 'when', 'what to do'],
    Object.entries(gatewayAnswers).map(([status, { message, when, whatToDo }]) => [
      status,
      inlineCode(JSON.stringify({ message })),
      when,
      whatToDo,
    ]),
  )

export const problemFacts = () => ({
  errors: errorTable(integratorCodes, '/v1/docs/error-codes'),
  errorSections: errorSections(integratorCodes),
  operatorErrors: errorTable(operatorCodes, '/v1/docs/operator-errors'),
  operatorErrorSections: errorSections(operatorCodes),
  operatorErrorPlaces: operatorCodes
    .map(each => `### ${each}\n\n[${problems[each].title}](/v1/docs/operator-errors#${each})`)
    .join('\n\n'),
  gatewayAnswers: gatewayTable(),
})

export const chargeFacts = () => ({
  chargingRules: markdownTable(
    ['rule', 'why it is charged'],
    Object.entries(chargingRules).map(([rule, why]) => [inlineCode(rule), why]),
  ),
  neverCharged: neverCharged.map(what => `- ${what}`).join('\n'),
  ledgerYears: `${Math.floor(ledgerKind.days / 365)} years`,
})

export const receiptFacts = () => {
  const { receipt } = operationExamples.getAddressReceipt!.answers[200]!
  const [header, claims] = `${receipt}`.split('.').map(part => Buffer.from(part, 'base64url').toString())
  return { receiptExample: `\`\`\`json\n${header}\n${JSON.stringify(JSON.parse(claims!), null, 2)}\n\`\`\`` }
}

const eventWords: Readonly<Record<EventType, string>> = {
  verification_completed: 'it is final, whichever way it ended',
  verification_started: 'people have begun to work on it',
  verification_delayed: 'it is later than promised',
  verification_updated: 'a dispute has led to another decision',
}

const eventTable = (): string =>
  markdownTable(
    ['`event_type`', 'when', 'sent'],
    eventTypes.map((type, index) => [
      inlineCode(type),
      eventWords[type],
      index === 0 ? 'unless you choose others' : 'if you choose it',
    ]),
  )

const payloadWords: Readonly<Record<PayloadProfile, string>> = {
  full: 'the whole record',
  masked:
    'the same fields: ids, statuses, prices, times, yes or no, states and LGAs as they are; names, phones, mail addresses, numbers and dates of birth masked; everything else null',
  thin: 'ids and status; read the record with your credentials',
}

const payloadTable = (): string =>
  markdownTable(
    ['`payload`', 'what is sent'],
    Object.entries(payloadWords).map(([name, words]) => [inlineCode(name), words]),
  )

export const webhookFacts = ({ retryScheduleSeconds, timeoutSeconds }: StageSettings['webhooks']) => ({
  events: eventTable(),
  eventNouns: joinList(eventResources.map(inlineCode)),
  payloads: payloadTable(),
  retrySchedule: joinList(retryScheduleSeconds.map(formatSeconds)),
  attempts: `${retryScheduleSeconds.length + 1}`,
  jitter: `${jitterShare * 100} %`,
  receiverTimeout: formatSeconds(timeoutSeconds),
  endpointLimit: `${endpointLimit}`,
  headerLimit: `${headerLimit}`,
  rolePrefix,
  eventSource,
})

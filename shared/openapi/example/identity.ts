import { buildLateEnvelope } from '../../event/event.ts'
import { toLookupResponse } from '../../identity/response.ts'
import { toClaimedIdentity } from '../../identity/contract/claim.ts'
import type { LateLookupResult } from '../../identity/contract/lookup.ts'
import { disclosePerson } from '../../identity/disclosure.ts'
import { verdictOf } from '../../identity/matching/matching.ts'
import { type IdentityProductEntry, registryNames } from '../../identity/products.ts'
import { testPerson } from '../../identity/registry/sandbox-registry.ts'
import type { Examples } from './examples.ts'

const lookUpId = 890123456789021
const requestedAt = '2026-11-20T09:30:00.000Z'

/** What is claimed of the sandbox's person. */
export const claimOf = ({ name, sandbox: { person } }: IdentityProductEntry) => {
  const [day, month, year] = person.birthdate.split('-')
  return {
    [name === 'driver-license' ? 'fistname' : 'firstname']: person.firstname,
    lastname: person.lastname,
    dob: `${year}-${month}-${day}`,
    phone: person.phone,
  }
}

/** The number whose person agrees with the claim. */
export const numberOf = ({ sandbox }: IdentityProductEntry): string => sandbox.numbers.exact

/** What the registry holds, by how the claim compares with it. */
const registered = (product: IdentityProductEntry) => {
  const person = testPerson(numberOf(product), product.sandbox.person)
  return {
    verified: person,
    'partial-match': { ...person, lastname: 'Eze' },
    'no-match': { ...person, firstname: 'Zainab', middlename: 'Ngozi', lastname: 'Eze' },
  }
}

const answers = (product: IdentityProductEntry): Readonly<Record<string, object>> => {
  const claimed = toClaimedIdentity(claimOf(product) as unknown as Parameters<typeof toClaimedIdentity>[0])
  return Object.fromEntries(
    Object.entries(registered(product)).map(([name, person]) => {
      const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, product.country)
      const found = { id: lookUpId, claimed, person: disclosePerson(person, verdict), verdict }
      return [name, product.answer.toAnswer(found)]
    }),
  )
}

export const lookUps = (product: IdentityProductEntry): Examples => ({
  200: answers(product),
  202: { later: { id: lookUpId, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } } },
})

const kept = {
  id: lookUpId,
  product: 'nin',
  idNumberLast4: '6213',
  requestedAt,
  organisationId: 1,
  mode: 'test',
  price: 0,
} as const

export const reads: Examples = {
  200: {
    'in-progress': toLookupResponse(kept as never),
    failed: toLookupResponse({ ...kept, completedAt: requestedAt, failure: 'identity_not_found' } as never),
  },
}

export const registries: Examples = {
  200: {
    sandbox: {
      data: registryNames.map(name => ({
        name,
        state: 'available',
        since: null,
        lastSuccessAt: null,
        p50LatencyMs: null,
      })),
      nextCursor: null,
    },
  },
}

/** Late results: with a verdict, and without one. */
export const lateEvents = (products: readonly IdentityProductEntry[]): Readonly<Record<string, object>> =>
  Object.fromEntries([
    ...products.flatMap(product =>
      Object.entries(answers(product)).map(([name, answer]) => [
        `${product.name}-${name}`,
        buildLateEnvelope(lookUpId, answer as LateLookupResult),
      ]),
    ),
    ...(['identity_not_found', 'record_unreadable', 'registry_unavailable'] as const).map(status => [
      status.replaceAll('_', '-'),
      buildLateEnvelope(lookUpId, { id: lookUpId, status: { state: 'failed', status } }),
    ]),
  ])

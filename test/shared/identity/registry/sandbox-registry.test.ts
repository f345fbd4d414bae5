import { describe, expect, it } from 'vitest'
import { readIdNumber } from '../../../../shared/http/contract/reading.ts'
import type { SandboxCase } from '../../../../shared/identity/contract/sandbox.ts'
import { isWellFormed } from '../../../../shared/identity/id-number.ts'
import { verdictOf } from '../../../../shared/identity/matching/matching.ts'
import { nin } from '../../../../shared/identity/product/nin.ts'
import { type IdentityProductEntry, identityProducts } from '../../../../shared/identity/products.ts'
import { sandboxRegistry } from '../../../../shared/identity/registry/sandbox-registry.ts'
import { operatorDocument } from '../../../../shared/openapi.ts'

const verdictOn = async ({ sandbox, country }: IdentityProductEntry, name: SandboxCase, attempt = 1) => {
  const { numbers, person } = sandbox
  const answer = await sandboxRegistry(sandbox).lookUp(numbers[name], attempt)
  if (answer.kind !== 'found') return answer.kind
  const dob = person.birthdate.split('-').reverse().join('-')
  const claimed = { firstname: person.firstname, lastname: person.lastname, dob, phone: person.phone }
  return verdictOf(claimed, { ...answer.person, dob: answer.person.birthdate }, country).matchStatus
}

describe.each(identityProducts)('the sandbox of $name', product => {
  it('has a number for every case', async () => {
    const expected: Partial<Record<SandboxCase, string>> = {
      exact: 'EXACT_MATCH',
      transposed: 'TRANSPOSED_MATCH',
      partial: 'PARTIAL_MATCH',
      none: 'NO_MATCH',
      notFound: 'not-found',
      unavailable: 'unavailable',
      unreadable: 'unreadable',
      lying: 'unreadable',
      late: 'unavailable',
    }
    for (const [name, verdict] of Object.entries(expected) as [SandboxCase, string][])
      expect([name, await verdictOn(product, name)]).toEqual([name, verdict])
    expect(await verdictOn(product, 'late', 2)).toBe('EXACT_MATCH')
  })

  it('has numbers of the right form, each of one case, all of them in the OpenAPI document', () => {
    const numbers = Object.values(product.sandbox.numbers)
    expect(new Set(numbers).size).toBe(numbers.length)
    const document = JSON.stringify(operatorDocument)
    for (const number of numbers) {
      expect(readIdNumber(number)).toBe(number)
      expect(isWellFormed(product.number, number), number).toBe(true)
      expect(document).toContain(`\`${number}\``)
    }
  })
})

it('the well-known test person is who everybody knows', () => {
  const { person, numbers } = nin.sandbox
  expect(numbers.exact).toBe('63184876213')
  expect(person).toMatchObject({
    firstname: 'Bunch',
    lastname: 'Dillon',
    phone: '08000000000',
    birthdate: '06-01-1974',
  })
})

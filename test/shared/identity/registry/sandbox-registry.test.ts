import { describe, expect, it } from 'vitest'
import { identityProducts } from '../../../../shared/identity/contract/product.ts'
import {
  type SandboxOutcome,
  sandboxRegistries,
} from '../../../../shared/identity/contract/sandbox-persons.ts'
import { idNumberRules } from '../../../../shared/identity/id-number.ts'
import { verdictOf } from '../../../../shared/identity/matching/matching.ts'
import { sandboxRegistry } from '../../../../shared/identity/registry/sandbox-registry.ts'
import { openApiDocument } from '../../../../shared/openapi.ts'

const verdictOn = async (
  product: (typeof identityProducts)[number],
  outcome: SandboxOutcome,
  attempt = 1,
) => {
  const { numbers, person } = sandboxRegistries[product]
  const answer = await sandboxRegistry(product).lookUp(numbers[outcome], attempt)
  if (answer.kind !== 'found') return answer.kind
  const dob = person.birthdate.split('-').reverse().join('-')
  const claimed = { firstname: person.firstname, lastname: person.lastname, dob, phone: person.phone }
  return verdictOf(claimed, { ...answer.person, dob: answer.person.birthdate }).matchStatus
}

describe.each(identityProducts)('the sandbox of %s', product => {
  it('has a number for every outcome', async () => {
    const verdicts = {
      exact: await verdictOn(product, 'exact'),
      transposed: await verdictOn(product, 'transposed'),
      partial: await verdictOn(product, 'partial'),
      none: await verdictOn(product, 'none'),
      notFound: await verdictOn(product, 'notFound'),
      unavailable: await verdictOn(product, 'unavailable'),
      lying: await verdictOn(product, 'lying'),
      late: await verdictOn(product, 'late'),
      lateAgain: await verdictOn(product, 'late', 2),
    }
    expect(verdicts).toEqual({
      exact: 'EXACT_MATCH',
      transposed: 'TRANSPOSED_MATCH',
      partial: 'PARTIAL_MATCH',
      none: 'NO_MATCH',
      notFound: 'not-found',
      unavailable: 'unavailable',
      lying: 'unavailable',
      late: 'unavailable',
      lateAgain: 'EXACT_MATCH',
    })
  })

  it('has numbers of the right form, each of one outcome, all of them in the OpenAPI document', () => {
    const numbers = Object.values(sandboxRegistries[product].numbers)
    expect(new Set(numbers).size).toBe(numbers.length)
    const document = JSON.stringify(openApiDocument())
    for (const number of numbers) {
      expect(idNumberRules[product].normalise(number)).toBe(number)
      expect(idNumberRules[product].isWellFormed(number), number).toBe(true)
      expect(document).toContain(`\`${number}\``)
    }
  })
})

it('the well-known test person is who everybody knows', () => {
  const { person, numbers } = sandboxRegistries.nin
  expect(numbers.exact).toBe('63184876213')
  expect(person).toMatchObject({
    firstname: 'Bunch',
    lastname: 'Dillon',
    phone: '08000000000',
    birthdate: '06-01-1974',
  })
})

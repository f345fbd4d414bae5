import { lookupPath } from '../../../shared/identity/contract/lookup-route.ts'
import { type SandboxCase, sandboxCases } from '../../../shared/identity/contract/sandbox.ts'
import { nin } from '../../../shared/identity/product/nin.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { inlineCode, markdownTable } from './table.ts'

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

/** What can be looked up, and whom the sandbox knows. */
export const productFacts = () => ({
  products: productTable(),
  persons: personTable(),
  numbers: numberTable(),
  numberExact: nin.sandbox.numbers.exact,
  numberPartial: nin.sandbox.numbers.partial,
  numberLate: nin.sandbox.numbers.late,
})

import { lookUpPath } from '../../../shared/identity/contract/look-up-route.ts'
import { type SandboxCase, sandboxCases } from '../../../shared/identity/contract/sandbox.ts'
import { nin } from '../../../shared/identity/product/nin.ts'
import { products } from '../../../shared/identity/products.ts'
import { code, table } from './table.ts'

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

/** What can be looked up, and whom the sandbox knows. */
export const productFacts = () => ({
  products: productTable(),
  persons: personTable(),
  numbers: numberTable(),
  numberExact: nin.sandbox.numbers.exact,
  numberPartial: nin.sandbox.numbers.partial,
  numberLate: nin.sandbox.numbers.late,
})

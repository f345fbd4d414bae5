import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { ProblemBody } from '../../shared/http/contract/problem.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { openApiDocument } from '../../shared/openapi.ts'
import { routes } from '../../shared/routes.ts'

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Record<string, { readonly description: string }>
}
const document = openApiDocument() as { paths: Record<string, Record<string, Operation>>; components: object }
const operationOf = ({ path, method }: Route) => document.paths[path]![method.toLowerCase()]!
const all = Object.entries(routes) as [string, Route][]

it('is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

it.each(all)('tells an integrator all of %s: answers, problems and parameters', (action, route) => {
  const { operationId, responses, parameters } = operationOf(route)
  expect(operationId).toBe(action)
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(route.answers)))
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(parameters.filter(one => one.in === 'path').map(one => one.name)).toEqual(inPath)
  const promised = Object.values(responses).map(({ description }) => description)
  for (const code of route.problems ?? []) expect(promised.join('; ')).toContain(`\`${code}\``)
})

it('names only problems that the service has', () => {
  const codes = [...JSON.stringify(document.paths).matchAll(/`([a-z_]+)`: /g)].map(([, code]) => code)
  const known = ProblemBody.shape.code.options as readonly string[]
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter(code => !known.includes(code!))).toEqual([])
})

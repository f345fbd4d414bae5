import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../../shared/http/contract/route.ts'
import { integratorDocument, operatorDocument } from '../../../shared/openapi.ts'
import { isOperatorProblem } from '../../../shared/openapi/audience.ts'
import { routes } from '../../../shared/routes.ts'
import type { Document } from '../../support/document.ts'

const [integrator, operator] = [integratorDocument, operatorDocument] as unknown as [Document, Document]

const operationIds = ({ paths }: Document): readonly string[] =>
  Object.values(paths).flatMap(item => Object.values(item).map(({ operationId }) => operationId))

describe('the document of integrators', () => {
  it('is valid by itself, and every reference of it leads somewhere', async () => {
    const result = await new Validator().validate(structuredClone(integratorDocument))
    expect([result.valid, result.errors]).toEqual([true, undefined])
    expect(await validate(structuredClone(integratorDocument) as never)).toMatchObject({ valid: true })
  })

  it('has every operation of a customer, and none of the operator’s people or of our own pages', () => {
    const ofPeople = (Object.entries(routes) as [string, Route][]).filter(
      ([, { access, path }]) =>
        [access].flat().every(scope => scope.startsWith('operations.')) ||
        /^\/v1\/(session|portal\/session|portal\/links\/open)$/.test(path),
    )
    const left = operationIds(operator).filter(id => !operationIds(integrator).includes(id))
    expect(left).toEqual(ofPeople.map(([action]) => action))
    expect(left.length).toBeGreaterThan(15)
  })

  it('says of them what the operator’s document says', () => {
    for (const [kind, named] of Object.entries(integrator.components))
      for (const [name, component] of Object.entries(named))
        expect(component, name).toEqual(operator.components[kind]![name])
    for (const [path, item] of Object.entries(integrator.paths))
      for (const [method, operation] of Object.entries(item))
        expect(operator.paths[path]![method]).toEqual({ ...operation, security: expect.anything() })
    expect(integrator.webhooks).toEqual(operator.webhooks)
  })

  it('has no schema, problem, tag or cookie that none of its operations uses', () => {
    const text = JSON.stringify(integrator)
    for (const [kind, named] of Object.entries(integrator.components))
      if (kind !== 'securitySchemes')
        for (const name of Object.keys(named)) expect(text).toContain(`"#/components/${kind}/${name}"`)
    expect(Object.keys(integrator.components.securitySchemes!)).toEqual(['bearer', 'oauth2'])
    expect(text).not.toMatch(/"session":\[\]|"portal":\[\]|\/v1\/operations\//)
    expect(integrator.tags.map(({ name }) => name)).not.toContain('Operations')
    expect(
      Object.keys(integrator.components.examples!).filter(code => isOperatorProblem(code as never)),
    ).toEqual([])
  })
})

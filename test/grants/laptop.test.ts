import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plan } from '../../infra/emulator/cloudformation/plan.ts'
import { startWorld, type World } from '../support/environment.ts'
import { addressOrder } from '../support/orders.ts'
import { grantsOf } from './grant.ts'
import { openNotes, witnessWith } from './notes.ts'
import { denials, faultsOf } from './report.ts'

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: object
}
interface Resource {
  readonly Type: string
  readonly Properties: { readonly Policies: { readonly PolicyDocument: { Statement: Statement[] } }[] }
}

/** Changes what the role of a function allows, in the template. */
const changeRole = (
  assembly: string,
  [stack, construct]: readonly [string, string],
  change: (statements: Statement[]) => Statement[],
): void => {
  const file = join(assembly, `verification-local-${stack}.template.json`)
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Record<string, Resource> }
  const roles = Object.entries(template.Resources).filter(
    ([id, { Type }]) => Type === 'AWS::IAM::Role' && new RegExp(`^${construct}Role[0-9A-F]{8}$`).test(id),
  )
  expect(roles).toHaveLength(1)
  const { PolicyDocument } = roles[0]![1].Properties.Policies[0]!
  PolicyDocument.Statement = change(PolicyDocument.Statement)
  writeFileSync(file, JSON.stringify(template))
}

const without =
  (action: string) =>
  (statements: Statement[]): Statement[] =>
    statements
      .map(each => ({ ...each, Action: [each.Action].flat().filter(one => one !== action) }))
      .filter(({ Action }) => Action.length > 0)

const planted = {
  Effect: 'Allow',
  Action: 'sqs:SendMessage',
  Resource: 'arn:aws:sqs:us-east-1:000000000000:planted',
}

const { notes, note } = openNotes()
let plan: Plan
let world: World

beforeAll(async () => {
  world = await startWorld({
    prepare: assembly => {
      changeRole(assembly, ['platform', 'ApiToken'], statements => [...statements, planted])
      changeRole(assembly, ['verification', 'ApiAddresses'], without('dynamodb:PutItem'))
    },
    witness: given => {
      plan = given
      return witnessWith(note)(given)
    },
  })
})
afterAll(() => world?.[Symbol.asyncDispose]())

it('names a permission that was added to a role and that nobody needs', async () => {
  await world.client()
  const wrong = await fetch(`${world.url}/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'local-test', secret: 'wrong' }),
  })
  expect(wrong.status).toBe(401)
  const grants = [...grantsOf(plan).values()].flat().filter(({ holder }) => holder === 'api/token')
  expect(faultsOf({ grants, functions: ['api/token'], notes, explained: [] })).toEqual([
    'Granted, but used by nobody: api/token: sqs:SendMessage on planted.',
  ])
})

it('fails a journey whose function lost a permission, and names function, action and resource', async () => {
  const client = await world.client()
  expect((await client.post('/v1/addresses', addressOrder())).status).toBe(500)
  expect(denials(notes)).toEqual([
    'Denied: api/addresses: dynamodb:PutItem on table/verification-local-data.',
  ])
})

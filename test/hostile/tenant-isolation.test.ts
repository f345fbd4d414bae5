import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { entries } from '../../infra/entries.ts'
import { heardByNobody } from '../grants/notes.ts'
import { startWorld } from '../support/environment.ts'
import { functionNamed } from '../support/names.ts'

const sdk = createRequire(import.meta.url).resolve('@aws-sdk/client-dynamodb')

/** What a function could do whose own checks are gone: write any key, with the credentials that it has. */
const intruder = `
import {
  DeleteItemCommand, DynamoDBClient, PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand
} from '${sdk}'
const client = new DynamoDBClient()
const attempt = async command => {
  try {
    await client.send(command)
    return 'written'
  } catch (error) {
    return error.name
  }
}
export const handler = async ({ table: TableName, keys }) => {
  const each = async commandOf => Promise.all(keys.map(pk => attempt(commandOf(pk))))
  const put = pk => ({ TableName, Item: { pk: { S: pk }, sk: { S: 'planted' } } })
  const named = pk => ({ TableName, Key: { pk: { S: pk }, sk: { S: 'planted' } } })
  const own = { Put: put('1#test#guard#own') }
  return {
    alone: await each(pk => new PutItemCommand(put(pk))),
    beside: await each(pk => new TransactWriteItemsCommand({ TransactItems: [own, { Put: put(pk) }] })),
    changed: await each(pk => new UpdateItemCommand({ ...named(pk), UpdateExpression: 'SET planted = :pk', ExpressionAttributeValues: { ':pk': { S: pk } } })),
    deleted: await each(pk => new DeleteItemCommand(named(pk))),
  }
}`

const credentials = ['token#stolen', 'token#1#test#stolen', 'client#local-test', 'organisations']
const folder = mkdtempSync(join(tmpdir(), 'walls-test-'))

const world = await startWorld({ witness: heardByNobody })
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
writeFileSync(join(folder, 'index.mjs'), intruder)

interface Tried {
  readonly alone: readonly string[]
  readonly beside: readonly string[]
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
}

const intrude = async (entry: string, keys: readonly string[]): Promise<Tried> => {
  const name = functionNamed(entry.replaceAll('/', '-'))
  world.emulator.replaceCode(name, folder)
  return (await world.emulator.invoke(name, { table: 'verification-local-data', keys })) as Tried
}

const refused = credentials.map(() => 'AccessDeniedException')
const mayWriteCredentials = ['api/token', 'admin/administer']

// Of the others `permissions.test.ts` reads the same in their roles.
const tried = entries.filter(entry => !mayWriteCredentials.includes(entry))

it.each(tried)(
  '%s cannot write a credential, alone or in a transaction, though nothing in its code forbids it',
  async entry =>
    expect(await intrude(entry, credentials)).toEqual({
      alone: refused,
      beside: refused,
      changed: refused,
      deleted: refused,
    }),
)

it('signing in writes tokens, but neither a client nor an organisation nor a record', async () => {
  const keys = ['token#own', 'client#local-test', 'organisations', '1#test#guard#x']
  const { alone } = await intrude('api/token', keys)
  expect(alone).toEqual(['written', ...keys.slice(1).map(() => 'AccessDeniedException')])
})

it('a function that works for a tenant writes what is its own', async () => {
  const { alone, beside } = await intrude('api/webhooks', ['1#test#endpoint', '2#live#guard#x'])
  expect([alone, beside]).toEqual([
    ['written', 'written'],
    ['written', 'written'],
  ])
})

it('a function that only reads writes nothing but what limits count', async () => {
  const { alone } = await intrude('api/events', ['1#test#guard#x', '1#test#event#x', 'circuit#nin'])
  expect(alone).toEqual(['AccessDeniedException', 'AccessDeniedException', 'AccessDeniedException'])
})

it('a function that works for a tenant adds to a trail, and neither changes nor removes what stands there', async () => {
  const { alone, beside, changed, deleted } = await intrude('completion/assign', ['trail#1#live#1'])
  const denied = ['AccessDeniedException']
  expect([alone, beside, changed, deleted]).toEqual([['written'], ['written'], denied, denied])
})

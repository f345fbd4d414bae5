import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, expect, it } from 'vitest'
import { entries } from '../../infra/constructs/entries.ts'
import type { Credentials } from '../../infra/emulator/iam/principal.ts'
import { heardByNobody } from '../grants/notes.ts'
import { startWorld } from '../support/environment.ts'
import { functionNamed } from '../support/names.ts'

/** What a function could do whose own checks are gone: give its credentials away. The rest is done with them here. */
const traitor = `export const handler = async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
  sessionToken: process.env.AWS_SESSION_TOKEN,
})`

const credentials = ['token#stolen', 'token#1#test#stolen', 'client#local-test', 'organisations']
const folder = mkdtempSync(join(tmpdir(), 'walls-test-'))

const world = await startWorld({ witness: heardByNobody })
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
writeFileSync(join(folder, 'index.mjs'), traitor)

const attempt = async (sent: Promise<unknown>): Promise<string> => {
  try {
    await sent
    return 'written'
  } catch (error) {
    return (error as Error).name
  }
}

/** Writes any key, in each way that there is, with what the function may do. */
const intrude = async (entry: string, keys: readonly string[]) => {
  const name = functionNamed(entry.replaceAll('/', '-'))
  world.emulator.replaceCode(name, folder)
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = world.emulator.environment
  const client = new DynamoDBClient({
    endpoint: endpoint!,
    region: region!,
    credentials: (await world.emulator.invoke(name, {})) as Credentials,
  })
  const TableName = 'verification-local-data'
  const put = (pk: string) => ({ TableName, Item: { pk: { S: pk }, sk: { S: 'planted' } } })
  const named = (pk: string) => ({ TableName, Key: { pk: { S: pk }, sk: { S: 'planted' } } })
  const own = { Put: put('1#test#guard#own') }
  const each = (send: (pk: string) => Promise<unknown>) => Promise.all(keys.map(pk => attempt(send(pk))))
  const tried = {
    alone: await each(pk => client.send(new PutItemCommand(put(pk)))),
    beside: await each(pk =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [own, { Put: put(pk) }] })),
    ),
    changed: await each(pk =>
      client.send(
        new UpdateItemCommand({
          ...named(pk),
          UpdateExpression: 'SET planted = :pk',
          ExpressionAttributeValues: { ':pk': { S: pk } },
        }),
      ),
    ),
    deleted: await each(pk => client.send(new DeleteItemCommand(named(pk)))),
  }
  client.destroy()
  return tried
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

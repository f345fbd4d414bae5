import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDynamoDbEngine } from '../../../infra/emulator/dynamodb/dynamodb-engine.ts'
import { version } from '../../../infra/version.ts'
import { dataFormatKey } from '../../../shared/format/data-format-kind.ts'
import { startWorld } from '../../support/environment.ts'
import { openLocalData, start } from './local-data.ts'

const { folder, data, remove } = openLocalData()
let TableName = ''
beforeAll(async () => {
  const world = await startWorld({ dataDirectory: data })
  TableName = world.emulator.outputs.TableName!
  await world[Symbol.asyncDispose]()
})
afterAll(remove)

const Key = marshall(dataFormatKey())

/** A copy of the folder, with something done to its table while nothing else runs on it. */
const changed = async (
  name: string,
  change: (client: DynamoDBClient) => Promise<unknown>,
): Promise<string> => {
  const copy = join(folder, name)
  cpSync(data, copy, { recursive: true })
  const engine = await startDynamoDbEngine(join(copy, 'tables.db'))
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  await change(new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials }))
  await engine.stop()
  return copy
}

it('says in the table of a folder which releases can read it, from its first start on', async () => {
  let found: unknown
  await changed('read', async client => {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key }))
    found = unmarshall(Item!)
  })
  expect(found).toEqual({ ...dataFormatKey(), oldest: 1, newest: 1, reads: 1, release: version })
})

it('does not start on data that is too new for it, and says how to go forward', async () => {
  const newer = { ...dataFormatKey(), oldest: 1, newest: 2, reads: 2, release: '1.2.0' }
  const copy = await changed('newer', client =>
    client.send(new PutItemCommand({ TableName, Item: marshall(newer) })),
  )
  const { code, output } = await start(['--data', copy])
  expect(code).toBe(1)
  expect(output).toContain(
    `The folder ${copy} holds data of 1.2.0, which this release, ${version}, cannot read; go forward: git checkout v1.2.0 && npm ci && npm start -- --data ${copy}\n`,
  )
  expect(output).not.toContain('ready')
})

it('does not start on data from before 1.0, which says nothing of itself', async () => {
  const copy = await changed('unmarked', client => client.send(new DeleteItemCommand({ TableName, Key })))
  const { code, output } = await start(['--data', copy])
  expect(code).toBe(1)
  expect(output).toContain(
    `The folder ${copy} holds data from before 1.0, which no release can read: begin with a new folder: npm start -- --data ${copy}-${version}\n`,
  )
})

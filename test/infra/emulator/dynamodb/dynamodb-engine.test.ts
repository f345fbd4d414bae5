import { expect, it } from 'vitest'
import { connectEngine, startDynamoDbEngine } from '../../../../infra/emulator/dynamodb/dynamodb-engine.ts'
import { freePort } from '../../../support/free-port.ts'

const schema = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
}

/** An engine with one table, that is given these ports to try. */
const startWith = async (TableName: string, ports: number[]) => {
  const engine = await startDynamoDbEngine(undefined, undefined, () => ports.shift()!)
  const { call } = connectEngine(engine.endpoint)
  await call('DynamoDB_20120810.CreateTable', { TableName, ...schema })
  return { ...engine, tables: () => call('DynamoDB_20120810.ListTables', {}) }
}

it('is nobody else’s, where another one has its port or takes it at the same moment', async () => {
  const [port, second, third] = [await freePort(), await freePort(), await freePort()]
  const twins = await Promise.all([startWith('one', [port, second]), startWith('two', [port, second])])
  const all = [...twins, await startWith('three', [port, second, third])]
  const endpoints = [port, second, third].map(each => `http://127.0.0.1:${each}`)
  expect(all.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted())
  expect(await Promise.all(all.map(({ tables }) => tables()))).toEqual(
    ['one', 'two', 'three'].map(name => ({ TableNames: [name] })),
  )
  await Promise.all(all.map(({ stop }) => stop()))
})

it('has a port that nobody else who asks for one is given', async () => {
  const ports = new Set<number>()
  for (let each = 0; each < 300; each++) ports.add(await freePort())
  expect(ports.size).toBe(300)
})

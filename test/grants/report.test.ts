import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plan } from '../../infra/emulator/cloudformation/plan.ts'
import { allow, clientSettings, startWorld, tableOf, type World } from '../infra/emulator/environment.ts'
import { functionsOf, grantsOf } from './grant.ts'
import { openNotes, witnessWith } from './notes.ts'
import { denials, type Explanation, faultsOf } from './report.ts'

const caller = `
import * as dynamodb from '@aws-sdk/client-dynamodb'
const client = new dynamodb.DynamoDBClient()
export const handler = async ({ command, input }) => {
  try {
    await client.send(new dynamodb[command + 'Command'](input))
  } catch (error) {
    return error.name
  }
}`

const { notes, note } = openNotes()
let plan: Plan
let world: World

beforeAll(async () => {
  world = await startWorld(
    (stack, lambda) => {
      const { tableArn } = tableOf(stack, 'Table', { tableName: 'things' })
      const keyed = (actions: string[], ...patterns: string[]) =>
        new PolicyStatement({
          actions,
          resources: [tableArn],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
        })
      lambda('Caller', caller, {
        functionName: 'caller',
        may: [
          allow(['dynamodb:GetItem', 'dynamodb:Query'], tableArn),
          keyed(['dynamodb:PutItem'], 'token#*', 'client#*', 'mine#*'),
          keyed(['dynamodb:UpdateItem'], 'token#*'),
          keyed(['dynamodb:UpdateItem'], 'token#a*'),
        ],
      })
      lambda('Idle', caller, { functionName: 'idle' })
    },
    {
      witness: given => {
        plan = given
        return witnessWith(note)(given)
      },
    },
  )
})
afterAll(() => world?.stop())

const key = (pk: string) => ({ pk: { S: pk } })
const call = (command: string, input: object) =>
  world.emulator.invoke('caller', { command, input: { TableName: 'things', ...input } })

const faults = (explained: readonly Explanation[] = []) =>
  faultsOf({ grants: [...grantsOf(plan).values()].flat(), functions: functionsOf(plan), notes, explained })
const unused = (words: string) => `Granted, but used by nobody: caller: dynamodb:${words}.`

it('names what nobody used: functions, and of their roles each action, resource and kind of key', async () => {
  await call('GetItem', { Key: key('token#1') })
  await call('PutItem', { Item: key('token#1') })
  await call('PutItem', { Item: key('mine#1') })
  await call('UpdateItem', { Key: key('token#1') })
  expect(faults()).toEqual([
    'idle was never called.',
    unused('Query on table/things'),
    unused('PutItem on table/things, keys of client'),
    // All that it is good for, another grant is good for too.
    unused('UpdateItem on table/things, keys of token#a*'),
  ])
})

it('takes no notice of the administrator', async () => {
  const client = new DynamoDBClient(clientSettings(world.emulator))
  await client.send(new PutItemCommand({ TableName: 'things', Item: key('client#1') }))
  expect(faults()).toContain(unused('PutItem on table/things, keys of client'))
})

it('leaves out what is explained, and names explanations that explain nothing any more', () => {
  const explain = (...words: string[]): Explanation[] => [
    { because: 'So it is.', grants: words.map(each => `caller: dynamodb:${each}`) },
  ]
  const [clients, query] = ['PutItem on table/things, keys of client', 'Query on table/things']
  expect(faults(explain(clients, query))).not.toContain(unused(clients))
  expect(faults(explain('PutItem on table/things, keys of token', 'Scan on table/things')).slice(-2)).toEqual(
    [
      'Explained, but not granted: caller: dynamodb:Scan on table/things.',
      'Explained, but used: caller: dynamodb:PutItem on table/things, keys of token. Take it off the list.',
    ],
  )
})

it('lets be used what is explained to be used by chance', () => {
  const grants = ['caller: dynamodb:PutItem on table/things, keys of token']
  expect(faults([{ because: 'At midnight.', isByChance: true, grants }])).toEqual(faults())
})

it('names function, action and resource of what somebody was denied, and no key of it', async () => {
  expect(denials(notes)).toEqual([])
  expect(await call('DeleteItem', { Key: key('token#1') })).toBe('AccessDeniedException')
  expect(await call('PutItem', { Item: key('person#1') })).toBe('AccessDeniedException')
  expect(denials(notes)).toEqual([
    'Denied: caller: dynamodb:DeleteItem on table/things.',
    'Denied: caller: dynamodb:PutItem on table/things.',
  ])
  expect(faults().slice(-2)).toEqual(denials(notes))
})

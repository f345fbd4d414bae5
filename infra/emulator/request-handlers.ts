import type { GatewayServices } from './gateway.ts'
import type { Directory } from './iam/permissions.ts'
import { callSms } from './messages.ts'
import { jsonAnswer, unsupportedAction } from './service-call.ts'
import type { CallStates } from './step-functions/api.ts'
import type { Tasks } from './step-functions/tasks.ts'
import type { Stores } from './stores.ts'

const writingActions = /^(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/

export const requestHandlers = (
  engines: Stores & { readonly callStates: CallStates },
): GatewayServices['json'] => {
  const { connection, fauxqs, secrets, outbox, callStates, writes, userPool } = engines
  return {
    dynamodb: async (action, _body, request) => {
      const answer = await connection.send(`DynamoDB_20120810.${action}`, request.body)
      if (writingActions.test(action) && answer.status === 200) writes.notify()
      return answer
    },
    dynamodbstreams: (action, _body, request) =>
      connection.send(`DynamoDBStreams_20120810.${action}`, request.body),
    sqs: (_action, _body, request) => fauxqs.handle({ ...request, url: '/' }),
    'cognito-idp': async (action, body) => {
      if (userPool === undefined) throw unsupportedAction(action)
      return jsonAnswer(await userPool.call(action, body))
    },
    states: async (action, body) => jsonAnswer(await callStates(action, body)),
    secretsmanager: async (action, body) => jsonAnswer(await secrets.call(action, body)),
    'sms-voice': async (action, body) => jsonAnswer(callSms(action, body, outbox)),
  }
}

export const resourceDirectory = ({ tables, queues, secrets }: Stores, tasks: Tasks): Directory => ({
  table: name =>
    tables.find(table => table.name === name) ?? {
      arn: `arn:aws:dynamodb:::table/${name}`,
      partitionKey: '',
    },
  queueArn: url => {
    const name = url.split('/').at(-1)
    return queues.find(queue => queue.name === name)?.arn ?? `arn:aws:sqs:::${name}`
  },
  secretArn: id => secrets.find(id) ?? id,
  machineOfToken: token => {
    const executionArn = tasks.executionOf(token) ?? 'unknown'
    return executionArn.replace(':execution:', ':stateMachine:').split(':').slice(0, 7).join(':')
  },
})

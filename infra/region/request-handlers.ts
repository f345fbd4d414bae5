/** Passes permitted requests to the engine behind each service. */
import type { EngineConnection } from './dynamodb/engine-connection.ts'
import type { Table } from './dynamodb/table.ts'
import type { WriteSignal } from './dynamodb/write-signal.ts'
import type { GatewayServices } from './gateway.ts'
import type { Directory } from './iam/permissions.ts'
import type { Secrets } from './secrets/secret.ts'
import { jsonAnswer } from './service-answer.ts'
import type { Fauxqs } from './sqs/fauxqs.ts'
import { carryMessageGroups, type Queue } from './sqs/queue.ts'
import type { CallStates } from './step-functions/states-api.ts'
import type { Tasks } from './step-functions/task-token.ts'

export interface Engines {
  readonly connection: EngineConnection
  readonly fauxqs: Fauxqs
  readonly tables: Table[]
  readonly queues: Queue[]
  readonly secrets: Secrets
  readonly callStates: CallStates
  readonly writes: WriteSignal
}

const writingActions =
  /^(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems|ExecuteStatement|ExecuteTransaction)$/

export const requestHandlers = (engines: Engines): GatewayServices['json'] => {
  const { connection, fauxqs, tables, secrets, callStates, writes } = engines
  return {
    dynamodb: async (action, _body, request) => {
      const answer = await connection.send(`DynamoDB_20120810.${action}`, request.body)
      if (writingActions.test(action) && answer.status === 200) writes.notify()
      return answer
    },
    dynamodbstreams: (action, body) => {
      const table = tables.find(({ streamArn }) => streamArn === body.StreamArn)
      const translated = table === undefined ? body : { ...body, StreamArn: table.engineStreamArn }
      return connection.send(`DynamoDBStreams_20120810.${action}`, Buffer.from(JSON.stringify(translated)))
    },
    sqs: (action, body, request) => {
      const isStandardSend =
        /^SendMessage/.test(action) && findQueue(engines, String(body.QueueUrl))?.isFifo === false
      const given = isStandardSend ? Buffer.from(JSON.stringify(carryMessageGroups(body))) : request.body
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers
      return fauxqs.handle({ method: 'POST', url: '/', headers, body: given })
    },
    states: async (action, body) => jsonAnswer(await callStates(action, body)),
    secretsmanager: async (action, body) => jsonAnswer(await secrets.call(action, body)),
  }
}

const findQueue = ({ queues }: Engines, urlOrName: string): Queue | undefined => {
  const name = urlOrName.split('/').at(-1)
  return queues.find(queue => queue.name === name)
}

/** What the gateway needs to know to tell which resource a request is about. */
export const resourceDirectory = (engines: Engines, tasks: Tasks): Directory => {
  const tables = new Map(
    engines.tables.flatMap(
      table =>
        [
          [table.name, table],
          [table.arn, table],
        ] as const,
    ),
  )
  return {
    find: nameOrArn => tables.get(nameOrArn),
    queueArn: url => findQueue(engines, url)?.arn ?? `arn:aws:sqs:::${url.split('/').at(-1)}`,
    secretArn: id => engines.secrets.find(id) ?? id,
    machineOfToken: token => {
      const executionArn = tasks.executionOf(token) ?? 'unknown'
      return executionArn.replace(':execution:', ':stateMachine:').split(':').slice(0, 7).join(':')
    },
  }
}
